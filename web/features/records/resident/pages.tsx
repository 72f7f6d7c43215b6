import { lazy } from 'react'
import type { Page } from '#lib/address/page-list.ts'
import { getIcon } from '#ui/icons.ts'
import { RECORD_KINDS } from '@tahanan/contract/records/index.ts'

export const residentRecordPages: readonly Page[] = RECORD_KINDS.flatMap((kind) => {
  const { residents } = kind
  if (!residents) return []
  return [
    {
      path: `/${kind.path.many}`,
      title: kind.menu,
      icon: getIcon(kind.icon),
      Component: lazy(async () => {
        const { ResidentRecordsPage } = await import('./resident-records-page.tsx')
        return { default: () => <ResidentRecordsPage kind={kind} residents={residents} /> }
      }),
    },
  ]
})
