/**
 * Opens an empty tab whose URL is known only after a request. Must be called before any await, because the
 * browser would block the tab later. Offline no tab is opened, because it would cover the error message. The
 * new tab has no access to this page.
 */
export function openTab(title: string) {
  const newTab = navigator.onLine ? window.open('', '_blank') : null
  if (newTab) {
    newTab.opener = null
    newTab.document.title = title
    newTab.document.body.textContent = `Opening ${title}… If nothing happens, close this tab.`
  }
  return {
    /** Loads the URL in the new tab, or in this tab if the browser blocked the new one. */
    loadUrl: (address: string) => {
      if (newTab && !newTab.closed) newTab.location.replace(address)
      else location.assign(address)
    },
    close: () => newTab?.close(),
  }
}

/**
 * Returns an absolute URL for https URLs and paths of the portal. Returns undefined for others, such as
 * `javascript:`.
 */
export function toSafeAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.href)) return undefined
  const { protocol, origin, href } = new URL(address, location.href)
  return protocol === 'https:' || origin === location.origin ? href : undefined
}
