import { signal } from "@preact/signals";

/** The path of the address: every screen has its own, so back, forward and a bookmark work. */
export const route = signal(location.pathname);

addEventListener("popstate", () => (route.value = location.pathname));

export function go(path: string): void {
  if (path === route.value) return;
  history.pushState(null, "", path);
  route.value = path;
}

/** For links: the browser's own way is kept for new tabs and windows. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(link.pathname);
}
