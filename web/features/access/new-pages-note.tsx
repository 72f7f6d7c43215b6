import '#ui/recommend.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { LayoutGrid } from 'lucide-react'
import { Link } from 'react-router'
import { api } from '#lib/api/api.ts'
import { createApiQuery } from '#lib/api/create-api-query.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import type { NewPages } from '@tahanan/contract/admins/answers.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import type { PageName } from '@tahanan/contract/permissions.ts'
import { getPageLabel } from './access-labels.ts'
import { refreshAdministrators } from './calls.ts'

const newPagesQuery = createApiQuery<NewPages>(['new-pages'], '/new-pages')

export function NewPagesNote() {
  const { data } = useQuery(newPagesQuery)
  useLiveRefetch(liveChannels.administrators, newPagesQuery.queryKey)
  const grantNewPages = useMutation({
    mutationFn: (pages: PageName[]) => api.put<NewPages>('/new-pages', { pages }),
    onSuccess: (remainingPages) => {
      queryClient.setQueryData(newPagesQuery.queryKey, remainingPages)
      toast.success('Access given.')
    },
    onSettled: refreshAdministrators,
  })
  if (!data || data.pages.length === 0) return null
  const { pages, admins } = data
  const pageLabels = pages.map(getPageLabel).join(', ')
  const names = admins.map(({ name }) => name).join(', ')
  return (
    <aside className="recommend acts" aria-label="New pages">
      <LayoutGrid />
      <p>
        <b>{pages.length === 1 ? `New page: ${pageLabels}.` : `New pages: ${pageLabels}.`}</b>{' '}
        {admins.length === 0
          ? 'Nobody in the office has access yet. Give it in Manage Access of an administrator.'
          : `Give full access to everybody who has all other permissions (${names}), or choose in Manage Access.`}
      </p>
      <span className="acts">
        {admins.length > 0 && (
          <Button kind="default" busy={grantNewPages.isPending} onClick={() => grantNewPages.mutate(pages)}>
            Give access
          </Button>
        )}
        <Link className="btn quiet" to="/super-admin/utilities">
          Administrator List
        </Link>
      </span>
    </aside>
  )
}
