import { useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { Link } from 'react-router'
import { dataQuery } from '#lib/api/api-query.ts'
import { api } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { promptForFields } from '#ui/decisions/prompt-for-fields.tsx'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import { toast } from '#ui/overlays/toast.tsx'
import { text } from '@tahanan/contract/forms/fields.ts'
import { LIMITS } from '@tahanan/contract/limits.ts'
import type { ListView } from '@tahanan/contract/lists/answers.ts'
import { FILTER_BUTTON } from './filter-chips.tsx'

const viewsQuery = (page: string) =>
  dataQuery<ListView[]>(['list-views', page], '/list-views', { page }, { staleTime: 5 * 60_000 })

interface ListViewsProps {
  page: string
  query: string
}

export function ListViews({ page, query }: ListViewsProps) {
  const { data: views = [] } = useQuery(viewsQuery(page))
  const remove = useDeleteRecord()
  if (views.length === 0) return null
  const deleteView = async ({ id, name }: ListView): Promise<void> => {
    const isDeleted = await remove({
      path: `/list-view/${id}`,
      question: { title: 'Do you want to delete this view?', name },
      toast: 'View',
      stale: [['list-views', page]],
    })
    // The view's own button is gone.
    if (isDeleted) document.getElementById(FILTER_BUTTON)?.focus()
  }
  return (
    <nav className="views row" aria-label="Views">
      <Bookmark className="small" />
      {views.map((view) => {
        const isOpen = view.query === query
        return (
          <span key={view.id} className="row">
            <Link className="strip-link" to={{ search: view.query }} aria-current={isOpen || undefined}>
              {view.name}
            </Link>
            {isOpen && (
              <IconButton icon={X} label={`Delete view ${view.name}`} onClick={() => void deleteView(view)} />
            )}
          </span>
        )
      })}
    </nav>
  )
}

export function SaveView({ page, query }: ListViewsProps) {
  const { data: views } = useQuery(viewsQuery(page))
  if (!views || views.some((view) => view.query === query)) return null
  return (
    <Button kind="quiet" icon={Bookmark} onClick={() => void saveView({ page, query })}>
      Save view
    </Button>
  )
}

const NAME = text({ label: 'Name', max: LIMITS.viewName, required: 'Please name this view!' })

async function saveView({ page, query }: ListViewsProps): Promise<void> {
  const name = 'Keeps the tab, search, order and filters under a name, for you alone.'
  await promptForFields(
    { fields: { name: NAME } },
    { title: 'Save view', okText: 'Save', name },
    async (named) => {
      const view = await api.post<ListView>('/list-view', { page, query, ...named })
      queryClient.setQueryData(viewsQuery(page).queryKey, (views: ListView[] = []) => [...views, view])
      toast.success('View saved successfully.', view.name)
    },
  )
}
