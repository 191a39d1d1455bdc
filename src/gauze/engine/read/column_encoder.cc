#include "gauze/engine/read/column_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <set>

#include "gauze/encode/encode.h"
#include "gauze/encode/record_spool.h"
#include "gauze/engine/duckdb/duckdb_handles.h"

namespace gauze {

struct ColumnEncoder::State {
  CellForm form = CellForm::kText;
  unsigned bits = 0;
  unsigned shift = 0;
  Interner<std::string_view> texts;
  Interner<std::int64_t> numbers;
  std::uint32_t missing_ids = 0;  // the first ones stand for NULL
  std::atomic<bool> overflowed{false};
  std::atomic<bool> crowded{false};
  const ColumnEncoder::Allowance* allowance = nullptr;

  // For keys.
  const Attribute* attribute = nullptr;
  const Policy* policy = nullptr;
  std::vector<std::uint64_t> missing_keys;
  std::mutex mutex;
  std::set<std::string> wrong;
  std::uint64_t wrong_rows = 0;

  bool IsText() const { return form == CellForm::kText; }
};

namespace {

using State = ColumnEncoder::State;

// Unreadable cells are kept to find one of their rows; a few are enough.
constexpr std::size_t kKeptSpellings = 1000;

struct Front {
  explicit Front(State& state) : texts(state.texts), numbers(state.numbers) {}
  Interner<std::string_view>::Front texts;
  Interner<std::int64_t>::Front numbers;
};

void MakeFront(duckdb_init_info info) {
  auto* state = static_cast<State*>(duckdb_scalar_function_init_get_extra_info(info));
  duckdb_scalar_function_init_set_state(info, new Front(*state),
                                        [](void* front) { delete static_cast<Front*>(front); });
}

// Calls use(i) for each cell of the only argument, or missing(i).
template <typename T, typename Use, typename Missing>
void Cells(duckdb_data_chunk input, const Use& use, const Missing& missing) {
  duckdb_vector vector = duckdb_data_chunk_get_vector(input, 0);
  auto* cells = static_cast<T*>(duckdb_vector_get_data(vector));
  std::uint64_t* valid = duckdb_vector_get_validity(vector);
  const idx_t size = duckdb_data_chunk_get_size(input);
  for (idx_t i = 0; i < size; ++i) {
    if (valid == nullptr || duckdb_validity_row_is_valid(valid, i)) {
      use(i, cells[i]);
    } else {
      missing(i);
    }
  }
}

void EncodeIds(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  auto* state = static_cast<State*>(duckdb_scalar_function_get_extra_info(info));
  auto* front = static_cast<Front*>(duckdb_scalar_function_get_state(info));
  auto* ids = static_cast<std::uint64_t*>(duckdb_vector_get_data(output));
  const std::uint64_t largest = (std::uint64_t{1} << state->bits) - 1;
  std::uint64_t seen = 0;
  const auto put = [&](idx_t i, std::uint64_t id) {
    const std::uint64_t shown = id < state->missing_ids ? 0 : id - state->missing_ids + 1;
    seen = std::max(seen, shown);
    ids[i] = shown << state->shift;
  };
  const auto missing = [&](idx_t i) { ids[i] = 0; };
  if (state->form == CellForm::kNumbered) {
    Cells<std::uint64_t>(
        input,
        [&](idx_t i, std::uint64_t id) {
          seen = std::max(seen, id);
          ids[i] = id << state->shift;
        },
        missing);
  } else if (state->IsText()) {
    Cells<duckdb_string_t>(
        input, [&](idx_t i, duckdb_string_t& cell) { put(i, front->texts.Id(Characters(cell))); },
        missing);
  } else {
    Cells<std::int64_t>(
        input, [&](idx_t i, std::int64_t cell) { put(i, front->numbers.Id(cell)); }, missing);
  }
  if (state->allowance != nullptr) {
    std::uint64_t bytes = 0;
    for (const ColumnEncoder* encoder : state->allowance->encoders) bytes += encoder->bytes();
    if (bytes > state->allowance->limit) {
      state->crowded = true;
      duckdb_scalar_function_set_error(info, "too many values for memory");
    }
  }
  if (seen > largest) {
    state->overflowed = true;
    duckdb_scalar_function_set_error(info, "too many values for the width of their ids");
  }
}

// The value of a cell that is there, or nothing if it is not of the column's type.
std::optional<Value> ValueOf(const State& state, std::int64_t cell) {
  if (state.form != CellForm::kDays) return Value{"", cell, 0};
  constexpr std::int64_t kFirstDay = -719'162;
  constexpr std::int64_t kLastDay = 2'932'896;
  if (cell < kFirstDay || cell > kLastDay) return std::nullopt;
  return Value{"", cell, 0};
}
std::optional<Value> ValueOf(const State& /*state*/, double cell) {
  if (!std::isfinite(cell)) return std::nullopt;
  return Value{"", 0, cell == 0 ? 0.0 : cell};
}
std::optional<Value> ValueOf(const State& state, duckdb_string_t& cell) {
  return ParseValue(*state.attribute, Characters(cell));
}

template <typename T>
void EncodeKeysOf(State& state, duckdb_data_chunk input, std::uint64_t* keys) {
  const auto missing = [&](idx_t i) { keys[i] = RecordShape::kMissingKey; };
  Cells<T>(
      input,
      [&](idx_t i, T& cell) {
        if constexpr (std::is_same_v<T, duckdb_string_t>) {
          if (IsMissing(*state.policy, Characters(cell))) return missing(i);
        }
        const auto value = ValueOf(state, cell);
        keys[i] = value ? OrderKey(state.attribute->type, *value) : RecordShape::kMissingKey;
        if (std::ranges::find(state.missing_keys, keys[i]) != state.missing_keys.end()) {
          return missing(i);
        }
        if (value && keys[i] != RecordShape::kMissingKey) return;
        const std::lock_guard lock(state.mutex);
        ++state.wrong_rows;
        if constexpr (std::is_same_v<T, duckdb_string_t>) {
          if (state.wrong.size() < kKeptSpellings) state.wrong.emplace(Characters(cell));
        }
      },
      missing);
}

void EncodeKeys(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
  auto* state = static_cast<State*>(duckdb_scalar_function_get_extra_info(info));
  auto* keys = static_cast<std::uint64_t*>(duckdb_vector_get_data(output));
  switch (state->form) {
    case CellForm::kText:
      return EncodeKeysOf<duckdb_string_t>(*state, input, keys);
    case CellForm::kReal:
      return EncodeKeysOf<double>(*state, input, keys);
    default:
      return EncodeKeysOf<std::int64_t>(*state, input, keys);
  }
}

bool IsWhole(const std::string& type) {
  static const std::set<std::string> kTypes = {"TINYINT",  "SMALLINT",  "INTEGER", "BIGINT",
                                               "UTINYINT", "USMALLINT", "UINTEGER"};
  return kTypes.contains(type);
}

}  // namespace

CellForm FormOf(const std::string& type, const Attribute& attribute, ColumnEncoding encoding) {
  const bool key = encoding == ColumnEncoding::kKey;
  // A key has the declared type; a dictionary is read by it afterwards.
  if (IsWhole(type) && (!key || attribute.type == ValueType::kInteger)) return CellForm::kWhole;
  if (type == "DATE" && (!key || attribute.type == ValueType::kDate)) return CellForm::kDays;
  if (key && type == "TIMESTAMP" && attribute.type == ValueType::kTimestamp) {
    return CellForm::kMicroseconds;
  }
  if (key && type == "DOUBLE" && attribute.type == ValueType::kDecimal) return CellForm::kReal;
  return CellForm::kText;
}

std::string CellExpression(const std::string& name, const std::string& type,
                           const Attribute& attribute, CellForm form) {
  const std::string column = QuoteName(name);
  switch (form) {
    case CellForm::kWhole:
      return column + "::BIGINT";
    case CellForm::kDays:
      return fmt::format("({} - DATE '1970-01-01')::BIGINT", column);
    case CellForm::kMicroseconds:
      return fmt::format("epoch_us({})", column);
    case CellForm::kReal:
    case CellForm::kNumbered:
      return column;
    case CellForm::kText:
      break;
  }
  // Parquet lists become a set cell.
  if (type.ends_with("[]")) {
    return fmt::format("array_to_string({}, {})", column, QuoteText(attribute.separator));
  }
  return type == "VARCHAR" ? column : column + "::VARCHAR";
}

ColumnEncoder::ColumnEncoder(CellForm form, unsigned bits, unsigned shift,
                             const std::vector<std::string>& missing)
    : state_(std::make_unique<State>()) {
  state_->form = form;
  state_->bits = bits;
  state_->shift = shift;
  Interner<std::string_view>::Front front(state_->texts);
  for (const std::string& spelling : missing) front.Id(spelling);
  state_->missing_ids = state_->texts.size();
}

ColumnEncoder::ColumnEncoder(CellForm form, const Attribute& attribute, const Policy& policy)
    : state_(std::make_unique<State>()) {
  state_->form = form;
  state_->attribute = &attribute;
  state_->policy = &policy;
  for (const std::string& marker : policy.missing_markers) {
    if (const auto value = ParseValue(attribute, marker)) {
      state_->missing_keys.push_back(OrderKey(attribute.type, *value));
    }
  }
}

ColumnEncoder::~ColumnEncoder() = default;

void ColumnEncoder::Register(Database& database, const std::string& name) {
  const duckdb_type input = state_->form == CellForm::kText       ? DUCKDB_TYPE_VARCHAR
                            : state_->form == CellForm::kReal     ? DUCKDB_TYPE_DOUBLE
                            : state_->form == CellForm::kNumbered ? DUCKDB_TYPE_UBIGINT
                                                                  : DUCKDB_TYPE_BIGINT;
  duckdb_scalar_function function = duckdb_create_scalar_function();
  duckdb_scalar_function_set_name(function, name.c_str());
  const LogicalType argument(duckdb_create_logical_type(input));
  const LogicalType result(duckdb_create_logical_type(DUCKDB_TYPE_UBIGINT));
  duckdb_scalar_function_add_parameter(function, argument.type);
  duckdb_scalar_function_set_return_type(function, result.type);
  duckdb_scalar_function_set_special_handling(function);  // NULL is a cell like any other
  duckdb_scalar_function_set_extra_info(function, state_.get(), nullptr);
  duckdb_scalar_function_set_init(function, MakeFront);
  duckdb_scalar_function_set_function(function,
                                      state_->attribute == nullptr ? EncodeIds : EncodeKeys);
  const auto registered = duckdb_register_scalar_function(database.handles().connection, function);
  duckdb_destroy_scalar_function(&function);
  Check(registered == DuckDBSuccess, "a scalar function can be registered");
}

void ColumnEncoder::Share(const Allowance* allowance) { state_->allowance = allowance; }
bool ColumnEncoder::crowded() const { return state_->crowded; }
bool ColumnEncoder::overflowed() const { return state_->overflowed; }
std::uint64_t ColumnEncoder::bytes() const {
  return state_->texts.bytes() + state_->numbers.bytes();
}
std::uint64_t ColumnEncoder::wrong_rows() const { return state_->wrong_rows; }

std::vector<std::string> ColumnEncoder::TakeSpellings() {
  if (state_->IsText()) {
    auto spellings = state_->texts.TakeSpellings({});
    spellings.erase(spellings.begin(), spellings.begin() + state_->missing_ids);
    return spellings;
  }
  const bool days = state_->form == CellForm::kDays;
  return state_->numbers.TakeSpellings([&](std::int64_t number) {
    return days ? DateValue(number).text : fmt::format("{}", number);
  });
}

std::vector<std::string> ColumnEncoder::TakeWrong() {
  return {state_->wrong.begin(), state_->wrong.end()};
}

}  // namespace gauze
