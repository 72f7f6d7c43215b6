/** A tab that was opened in a click, before its address is known: browsers block later ones. */
export interface NewTab {
  /** Shows the address, in this tab where the browser opened none. */
  show: (address: string) => void
  /** Closes the unused tab. */
  close: () => void
}

/** Opens an empty tab that learns nothing of this one. Call it inside the click, with no wait for the server before. */
export function openTab(title: string): NewTab {
  const tab = window.open('', '_blank')
  if (tab) {
    tab.opener = null
    tab.document.title = title
  }
  return {
    show: (address) => {
      if (tab && !tab.closed) tab.location.replace(address)
      else location.assign(address)
    },
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
