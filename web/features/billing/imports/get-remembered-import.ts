const STORAGE_KEY = 'STATEMENT_IMPORT'

export function getRememberedImport(): string | undefined {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? undefined
  } catch {
    return undefined
  }
}

export function rememberImport(uniqId: string | undefined): void {
  try {
    if (uniqId === undefined) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, uniqId)
  } catch {
    // The storage is full or denied. The import is then not remembered, but the history lists it.
  }
}
