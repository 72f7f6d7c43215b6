/** A tab that was opened in a click, before it is known what it shows: browsers let no later moment open one. */
export interface NewTab {
  /** Shows the address, in this tab where the browser opened none. */
  show: (address: string) => void
  /** Nothing came of it. */
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
