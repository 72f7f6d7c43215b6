/**
 * Opens a tab for a URL that a call returns later. Must be called before any await, or the browser blocks the tab.
 * Offline it opens no tab, because the tab would cover the error message. The new tab has no access to this one.
 */
export function openTab(title: string) {
  const tab = navigator.onLine ? window.open('', '_blank') : null
  if (tab) {
    tab.opener = null
    tab.document.title = title
    tab.document.body.textContent = `Opening ${title}… If nothing happens, close this tab.`
  }
  return {
    /** Uses this tab if the browser blocked the new one. */
    show: (address: string) => {
      if (tab && !tab.closed) tab.location.replace(address)
      else location.assign(address)
    },
    close: () => tab?.close(),
  }
}

/** Accepts https and paths of the portal. Refuses `javascript:`. */
export function toSafeAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.href)) return undefined
  const { protocol, origin, href } = new URL(address, location.href)
  return protocol === 'https:' || origin === location.origin ? href : undefined
}
