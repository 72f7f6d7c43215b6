import type { Rolldown } from 'vite'

export type FirstModules = Readonly<Record<string, readonly string[]>>

export function getFirstFiles(areas: FirstModules, bundle: Rolldown.OutputBundle): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(areas).map(([area, modules]) => [area, listFiles(modules, bundle)]),
  )
}

function listFiles(modules: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const scriptFiles = new Set<string>()
  const styleFiles = new Set<string>()
  const addFile = (fileName: string): void => {
    const chunk = bundle[fileName]
    if (chunk?.type !== 'chunk' || scriptFiles.has(fileName)) return
    scriptFiles.add(fileName)
    for (const styleFile of chunk.viteMetadata?.importedCss ?? []) styleFiles.add(styleFile)
    for (const importedFile of chunk.imports) addFile(importedFile)
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(`/${module}`),
    )
    if (!chunk) throw new Error(`${module} is no chunk of the web app any more`)
    addFile(chunk.fileName)
  }
  return [...styleFiles, ...scriptFiles]
}
