/** Opens an empty tab without access to this one; call it before any await, or it is blocked. */
export function openTab(title: string) {
  const tab = window.open('', '_blank')
  if (tab) {
    tab.opener = null
    tab.document.title = title
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

/** Returns a gateway's address if it is https or a path of the portal; not `javascript:`. */
export function toSafeAddress(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.href)) return undefined
  const { protocol, origin, href } = new URL(address, location.href)
  return protocol === 'https:' || origin === location.origin ? href : undefined
}
