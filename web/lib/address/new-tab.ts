/**
 * Opens an empty tab that learns nothing of this one. Call it inside the click, with no wait for the server before: browsers
 * block later ones.
 */
export function openTab(title: string) {
  const tab = window.open('', '_blank')
  if (tab) {
    tab.opener = null
    tab.document.title = title
  }
  return {
    /** Shows the address, in this tab where the browser opened none. */
    show: (address: string) => {
      if (tab && !tab.closed) tab.location.replace(address)
      else location.assign(address)
    },
    /** Closes the unused tab. */
    close: () => tab?.close(),
  }
}

/**
 * An address that a gateway gave, if a browser may be sent there: https, or a path of our own (the sandbox). Undefined for
 * every other, `javascript:` above all.
 */
export function followable(address: string | null | undefined): string | undefined {
  if (!address || !URL.canParse(address, location.href)) return undefined
  const { protocol, origin, href } = new URL(address, location.href)
  return protocol === 'https:' || origin === location.origin ? href : undefined
}
