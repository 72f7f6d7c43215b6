const KEY = 'STATEMENT_IMPORT'

export function getRememberedImport(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberImport(uniqId: string | undefined): void {
  try {
    if (uniqId === undefined) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, uniqId)
  } catch {
    // Without storage the import is not remembered, but it can be opened from the history.
  }
}
