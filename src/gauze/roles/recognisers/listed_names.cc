// Frequent names of people: one word, with capitals or without. The lists are short, some hundred
// names from the countries whose languages header_words.inc has and from a few others, so that of a
// column of names perhaps half is known; a rule asks for less.

#include <algorithm>
#include <unordered_set>

#include "gauze/roles/header_words.h"
#include "gauze/roles/recogniser.h"

namespace gauze {
namespace {

// As SplitHeader writes them: small letters, no accents.
constexpr std::string_view kGivenNames =
    "aaron adam adrian agnes agnieszka ahmed ahmet aino akira alan albert alberto alejandro "
    "alessandro "
    "alessia alexander alexandra alexei alfred ali alice alicia alina amanda amelia amir ana "
    "anastasia "
    "anders andre andrea andreas andrei andres andrew andrzej angela anita anja anke ann anna anne "
    "annette anni antoine anton antonia antonio antti arne arthur arturo astrid axel ayse barbara "
    "beata "
    "beatrice beatriz ben benjamin bernard bernd bernhard birgit bjorn bo bogdan brian britta "
    "bruno "
    "camille carina carl carla carlos carmen carol carolina caroline catarina catherine cecilia "
    "celine "
    "charles charlotte chiara chloe christian christina christine christoph christophe christopher "
    "claire clara claudia claudio claus craig cristina cynthia dagmar daniel daniela daniele "
    "danuta "
    "dario david deborah denis dennis diana diego dieter dimitri dirk dmitri dominik donald donna "
    "dorota dorothy edith eduardo edward eeva eino ekaterina elena eleonora elias elif elina elisa "
    "elisabeth elizabeth elke ella ellen elsa emil emilia emily emine emma emmanuel enrico enzo "
    "eric "
    "erica erik erika ernst esther eugene eva evelyn ewa fabian fabio fatima fatma federica "
    "federico "
    "felipe felix fernando filip fiona florian francesca francesco francisco francois frank franz "
    "fred frederic friedrich gabriel gabriela gabriele george georg gerard gerd gerhard gianni "
    "gina "
    "giorgio giovanni giulia giuseppe gloria gordon grace greta grzegorz guido guillaume gunnar "
    "gustav "
    "hannah hannes hans harald harry hasan hatice heather heidi heike heinrich helen helena helga "
    "henri henrik henry herbert hiroshi holger hugo huseyin ian ibrahim ida igor ilse ines ingrid "
    "irena "
    "irene irina iris isabel isabella ismail ivan jack jacob jacqueline jacques jakob jakub james "
    "jan "
    "jana jane janina janusz jari jason javier jean jeffrey jennifer jens jerzy jessica jesus jim "
    "joan "
    "joanna joao johan johanna johannes john jonas jonathan jorge jose josef joseph joshua juan "
    "juha "
    "juhani julia julian julie jurgen justin karen karin karl katarina katarzyna kate katherine "
    "kathleen "
    "katja katrin kazimierz keiko kemal kenji kenneth kevin kim kirsten klaus konrad krzysztof "
    "kurt "
    "larissa lars laura laurent lea lena leo leon leonardo lidia linda lisa lorenzo louis louise "
    "luca "
    "lucas lucia lucie luis luisa lukas lukasz luke magdalena maija malgorzata manfred manuel "
    "manuela "
    "marc marcel marcello marcin marco marcos marek margaret margarita maria marianne marie "
    "mariana "
    "marina mario mark marko markus marta martha martin martina mary mateusz matteo matthew "
    "matthias "
    "matthieu mattias matti maurizio max maximilian mehmet melissa michael michal michel michelle "
    "miguel mika mikael mikhail mikko minna mohamed mohammed monica monika muhammad murat mustafa "
    "nadia "
    "naomi natalia natasha nathalie nicholas nicola nicolas nicole niklas nikolai nils nina noah "
    "noel "
    "nora olga oliver olivia olivier oscar oskar osman otto pablo paola paolo patricia patrick "
    "patrik "
    "paul paula pauline pavel pawel pedro peggy pekka peter petra philip philippe pia pierre "
    "pietro "
    "piotr rachel rafael raimo rainer ralf raquel raul rebecca reinhard renata renate rene ricardo "
    "riccardo richard rita robert roberta roberto roger roland rolf roman ronald rosa ruben rudolf "
    "ruth "
    "ryan sabine sakura salvatore samuel sandra santiago sara sarah scott sean sebastian sergei "
    "sergio "
    "sharon silvia simon simone sofia sofie sonia sonja sophie stanislaw stefan stefanie stefano "
    "stephan stephanie stephen steven sunita susan susanna susanne svetlana sven takashi tamara "
    "tanja "
    "tapio tatiana teresa thomas thorsten tiina tim timo timothy tobias tom tomas tomasz tove udo "
    "ulla "
    "ulrich ulrike umberto ursula ute uwe valentina valeria vanessa vera veronica veronika victor "
    "victoria viktor vincent vincenzo virginia vladimir walter wanda werner wilhelm william "
    "wojciech "
    "wolfgang xavier yan yasmin yuki yuri yusuf yves yvonne zeynep zoe zofia zuzanna";

constexpr std::string_view kSurnames =
    "abe adams agarwal ahmed akin aksoy ali allen almeida alonso alvarez alves anderson andersson "
    "andrade arslan aydin bailey baker barbieri barbosa bauer baumann becker bell bennett berg "
    "berger "
    "bergman bernard bertrand bianchi blanc boer bonnet bos brandt braun brooks brown bruno butler "
    "campbell carlsson carter carvalho castillo castro celik chan chen cohen collins colombo conti "
    "cook "
    "cooper costa cox cruz david davies davis dekker delgado demir deniz diaz dias dijkstra dubois "
    "dumont dupont durand edwards ekman eriksson esposito evans fabre faure fernandes fernandez "
    "ferrari "
    "ferreira fischer flores fontaine foster fournier fox francois frank fuchs fujita galli garcia "
    "garnier gatti gibson girard gomes gomez gonzalez gonzales gordon graf graham gray green greco "
    "griffin gross gruber guerin gupta gustafsson gutierrez haas hahn hakala hall hamilton hansen "
    "hansson harris hart hartmann hayashi hayes heikkinen heinonen hendriks henry herman hernandez "
    "herrera hill hoffmann hofmann holm horn howard huber hughes hunt hussain hamalainen ibrahim "
    "inoue "
    "ito ivanov ivanova jackson jacobs james jansen janssen jansson jensen jimenez johansson "
    "johnson "
    "jones jokinen jordan jung kaczmarek kaiser kaminski kaya keller kelly khan kim king kimura "
    "klein "
    "koch kobayashi kohler koskinen kowalczyk kowalski kozlov kramer krause krawczyk kruger kuhn "
    "kumar "
    "kurt kuznetsov laine lambert lang lange larsen larsson laurent lee lefebvre lehmann lehtonen "
    "leroy "
    "lewandowski lewis lima lindberg lindstrom liu lombardi long lopes lopez lorenz ludwig lund "
    "lundberg maier marchand marino marques marshall martin martinelli martinez martins mason "
    "matsumoto "
    "mayer medina meier meijer mendes mendez mendoza mercier meyer michel miller mitchell mohamed "
    "molina moore morales moreau morel moreno moretti morgan mori morris morrison muller mulder "
    "murphy "
    "murray nakamura navarro nelson neumann nguyen nielsen niemi nieminen nilsson novak nowak "
    "nunes "
    "olsen olsson oliveira orlov ortega ortiz owens ozturk palmer park parker patel peeters "
    "pereira "
    "perez perrin perry persson peters petersen peterson petit petrov phillips popov powell price "
    "quinn rahman ramirez ramos reed reis reyes reynolds ribeiro ricci richard richardson richter "
    "rinaldi "
    "rivera rizzo robert roberts robinson rodrigues rodriguez rogers rojas romano romero ross "
    "rossi "
    "rousseau roux ruiz russell russo ryan saari saito salminen salonen sanchez sanders santos "
    "sasaki "
    "sato sauer schmid schmidt schmitt schmitz schneider scholz schroder schubert schulz schulze "
    "schwarz scott sharma shaw silva simmons simon singh smith smirnov smit smits soares sokolov "
    "sorensen sousa souza stein stewart suarez sullivan suzuki svensson takahashi tanaka taylor "
    "thomas "
    "thompson torres tran turner urban vargas vasquez vazquez verma vidal vieira vincent virtanen "
    "visser "
    "vogel vogt volkov vos walker wallace walsh walter wang ward watanabe watson weber weiss "
    "werner west "
    "white williams wilson winkler wisniewski wojcik wolf wong wood woods wright wu yamada "
    "yamamoto "
    "yang yildirim yildiz yilmaz young zhang ziegler zielinski zimmermann";

bool IsListed(std::string_view value, const std::unordered_set<std::string_view>& names) {
  constexpr std::size_t kLongestName = 40;
  if (value.size() > kLongestName) return false;
  const HeaderWords word = SplitHeader(value);
  return word.cuts.size() == 2 && names.contains(word.text);
}

std::unordered_set<std::string_view> NamesIn(std::string_view list) {
  std::unordered_set<std::string_view> names;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    names.insert(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

bool IsGivenName(std::string_view value) {
  static const auto names = NamesIn(kGivenNames);
  return IsListed(value, names);
}

bool IsSurname(std::string_view value) {
  static const auto names = NamesIn(kSurnames);
  return IsListed(value, names);
}

}  // namespace

Recogniser GivenNameRecogniser() {
  return {.name = "given_name",
          .finds = "frequent given names",
          .form = "one word, which is on a list of some hundred given names",
          .kind = "name",
          .weight = Weight::kForm,
          .fits = IsGivenName};
}

Recogniser SurnameRecogniser() {
  return {.name = "surname",
          .finds = "frequent surnames",
          .form = "one word, which is on a list of some hundred surnames",
          .kind = "name",
          .weight = Weight::kForm,
          .fits = IsSurname};
}

}  // namespace gauze
