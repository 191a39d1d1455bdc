"""What mkdocs leaves to do for the manual inside the program: of links to what that does not hold, the text stays; what may be wider than the window can be scrolled by keyboard."""
import posixpath
import re

ANCHOR = re.compile(r'<a href="(?P<target>[^"#:]+)(?:#[^"]*)?">(?P<text>.*?)</a>', re.DOTALL)


def on_post_page(output, page, config, **_):
    """Links are as they will be served by now: relative to the page's own folder."""
    held = {file.url.strip("./") for file in on_post_page.files}

    def keep_or_not(link):
        target = posixpath.normpath(posixpath.join("/", page.url, link["target"])).strip("/")
        return link[0] if target in held or target == "" else link["text"]

    wide = '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>'
    reachable = output.replace("<pre", '<pre tabindex="0"').replace("<table>", wide).replace("</table>", "</table></div>")
    return ANCHOR.sub(keep_or_not, reachable)


def on_nav(nav, config, files, **_):
    """What is excluded is not held. Sections that are left empty go."""
    on_post_page.files = [file for file in files if file.inclusion.is_included()]
    nav.items = [item for item in nav.items if item.title != "For auditors"]
    return nav
