/**
 * Opens a tab without access to this one, for a URL that a call will return. Call it before any await, or the
 * browser blocks it. Offline it opens no tab, which would cover the error message.
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

/** Returns a gateway's URL if it is https or a path of the portal; not `javascript:`. */
export function toSafeAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.href)) return undefined
  const { protocol, origin, href } = new URL(address, location.href)
  return protocol === 'https:' || origin === location.origin ? href : undefined
}
