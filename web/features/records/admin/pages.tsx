import { type ComponentType, lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'
import { getIcon } from '#ui/icons.ts'
import { RECORD_KINDS, type RecordName } from '@tahanan/contract/records/index.ts'

export function createOfficeRecordPages(
  group: string,
  ownPages: { readonly [Name in RecordName]?: ComponentType },
): Page[] {
  return RECORD_KINDS.flatMap((kind) => {
    const { name, office, path, menu, icon, page } = kind
    const DefaultPage =
      office &&
      lazy(async () => {
        const { OfficeRecordsPage } = await import('./office-records-page.tsx')
        return { default: () => <OfficeRecordsPage kind={kind} office={office} /> }
      })
    const Component = ownPages[name] ?? DefaultPage
    const pageAddress = `/admin/${path.many}`
    return Component
      ? [{ path: pageAddress, title: menu, icon: getIcon(icon), group, permission: page, Component }]
      : []
  })
}
