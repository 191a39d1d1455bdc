"""Links of the manual to what the program does not hold: the text stays."""
import posixpath
import re

ANCHOR = re.compile(r'<a href="(?P<target>[^"#:]+)(?:#[^"]*)?">(?P<text>.*?)</a>', re.DOTALL)


def on_post_page(output, page, config, **_):
    """Links are as they will be served by now: relative to the page's own folder."""
    held = {file.url.strip("./") for file in on_post_page.files}

    def keep_or_not(link):
        target = posixpath.normpath(posixpath.join("/", page.url, link["target"])).strip("/")
        return link[0] if target in held or target == "" else link["text"]

    return ANCHOR.sub(keep_or_not, output)


def on_nav(nav, config, files, **_):
    """What is excluded is not held. Sections that are left empty go."""
    on_post_page.files = [file for file in files if file.inclusion.is_included()]
    nav.items = [item for item in nav.items if item.title != "For auditors"]
    return nav
