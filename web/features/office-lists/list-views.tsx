import { useMutation, useQuery } from '@tanstack/react-query'
import { Bookmark, X } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { dataQuery } from '#lib/api/api-query.ts'
import { api, ApiError, firstMessages } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useOneAtATime } from '#lib/use-one-at-a-time.ts'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { Input } from '#ui/controls/input.tsx'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import { toast } from '#ui/overlays/toast.tsx'
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
  const [open, setOpen] = useState(false)
  const { data: views } = useQuery(viewsQuery(page))
  if (!views || views.some((view) => view.query === query)) return null
  return (
    <>
      <Button kind="quiet" icon={Bookmark} onClick={() => setOpen(true)}>
        Save view
      </Button>
      {open && <NameSheet page={page} query={query} onClose={() => setOpen(false)} />}
    </>
  )
}

function NameSheet({ page, query, onClose }: ListViewsProps & { onClose: () => void }) {
  const id = useId()
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => api.post<ListView>('/list-view', { page, name, query }),
    meta: { handles: 'all' },
  })
  const save = useOneAtATime(async () => {
    try {
      const view = await mutateAsync()
      queryClient.setQueryData(viewsQuery(page).queryKey, (views: ListView[] = []) => [...views, view])
      toast.success('View saved successfully.', view.name)
      onClose()
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const [message = failure.message] = Object.values(firstMessages(failure.errors))
      setError(message)
    }
  })
  return (
    <SheetForm
      id={id}
      title="Save view"
      subtitle="Keeps the tab, search, order and filters under a name, for you alone."
      place="box"
      width={520}
      submitLabel="Save"
      busy={isPending}
      onClose={onClose}
      onSubmit={async () => void (await save())}
    >
      <Field label="Name" required error={error}>
        <Input
          value={name}
          limit={LIMITS.viewName}
          autoComplete="off"
          onChange={({ target }) => {
            setName(target.value)
            setError(undefined)
          }}
        />
      </Field>
    </SheetForm>
  )
}
