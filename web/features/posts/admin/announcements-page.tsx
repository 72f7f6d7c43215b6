import { useMutation, useQuery } from '@tanstack/react-query'
import { Check, MessageSquare, Plus } from 'lucide-react'
import { api, isNotFound } from '#lib/api/api.ts'
import { useAdmin } from '#lib/api/me.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { useLiveRefetch } from '#lib/live/live-refetch.ts'
import { toText } from '#lib/record-values.ts'
import { type RowName, saveRow, useSavingRows } from '#lib/saving-rows.ts'
import { formatCsvDay, formatDateTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { ListPage } from '#ui/list-pages/list-page.tsx'
import { useListParams } from '#ui/list-pages/list-params.ts'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { useCsvDownload } from '#ui/list-pages/use-csv-download.ts'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import type { SortKey } from '#ui/lists/sort.tsx'
import { confirm } from '#ui/overlays/dialogs.ts'
import { type RowAction, createDeleteAction, createOpenAction } from '#ui/overlays/row-menu.tsx'
import { Sheet } from '#ui/overlays/sheet.tsx'
import { toast } from '#ui/overlays/toast.tsx'
import { useMayStayOpen } from '#ui/panels/last-known.ts'
import { useOpenId } from '#ui/panels/open-id.ts'
import { usePanel } from '#ui/panels/panel.ts'
import { Picture } from '#ui/picture.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import { useIsCrowdedDesktop, useIsNarrowDesktop } from '#ui/use-media-query.ts'
import { postForm } from '@tahanan/contract/content/post.ts'
import { formatRowsCsv } from '@tahanan/contract/csv.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { liveChannels } from '@tahanan/contract/live-channels.ts'
import { rolesAllow } from '@tahanan/contract/permissions.ts'
import type { Post, PostCsvRow } from '@tahanan/contract/posts/answers.ts'
import { postQuery, postsQuery } from '../calls.ts'
import { getAuthorName, getPostType } from '../post.tsx'
import { Thread } from '../thread.tsx'
import { describeApproval } from './describe-approval.ts'
import { toPostCard, getPostColumns } from './post-columns.tsx'
import './announcements.css'

const SORT_KEYS: readonly SortKey[] = [{ key: 'created_at', label: 'Date Posted', kind: 'date' }]

/** Page with the office's announcements and events (rules 15.18). */
export default function AnnouncementsPage() {
  const { roles } = useAdmin()
  const hasPermission = (flag: string): boolean => rolesAllow(roles, 'announcements', flag)
  const list = useListParams({ keys: SORT_KEYS, newest: 'created_at' })
  const csv = useCsvDownload({ path: '/postIds', file: 'Announcements.csv', toCsv: formatPostsCsv })
  const { page, limit, searchTerm, sort } = list.filter
  const { panel, open, close, getLink } = usePanel()
  // Notifications about comments link to a post's comments by this parameter.
  const threadPanel = useOpenId('postId')
  const remove = useDeleteRecord()
  const savingRows = useSavingRows()
  const { mutateAsync } = useMutation({
    // With `updated_at`, the server rejects the approval if the post was changed after the administrator read
    // it.
    mutationFn: ({ id, updated_at }: Post) => api.put<unknown>(`/post-approved/${id}`, { updated_at }),
    onSuccess: (_, { title }) => toast.success('Post approved successfully.', title),
    // The list is also refetched after an error, because another administrator may have approved the post
    // meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['posts'] }),
  })
  const approvePost = (post: Post): Promise<void> =>
    saveRow(toRowName(post), async () => {
      const approvalText = `${post.title}\nResidents see it from ${formatDateTime(post.shownFrom)}.`
      const approvalQuestion = {
        title: 'Do you want to approve this item?',
        content: approvalText,
        okText: 'Approve',
      }
      if (await confirm(approvalQuestion)) await mutateAsync(post).catch(() => undefined)
    })
  useLiveRefetch(liveChannels.posts, ['posts'])
  const openPost = ({ id }: Post): void => open(id)
  const getActions = (post: Post): RowAction[] => [
    ...(post.can.includes('approve')
      ? [{ label: 'Approve', icon: Check, isStep: true, onSelect: () => void approvePost(post) }]
      : []),
    ...(hasPermission('view') ? [createOpenAction(() => openPost(post))] : []),
    ...(hasPermission('thread')
      ? [{ label: 'Thread', icon: MessageSquare, onSelect: () => threadPanel.setOpenId(post.id) }]
      : []),
    ...(post.can.includes('delete') ? [createDeleteAction(() => void remove(getDeletion(post)))] : []),
  ]
  const isOpen = useMayStayOpen(
    panel && (panel.id ?? 'new'),
    hasPermission(panel?.id === undefined ? 'add' : 'view'),
  )
  const addAction = hasPermission('add') ? { label: 'Add announcement', onPress: () => open() } : undefined
  return (
    <ListPage
      rowName={(id) => `post ${id}`}
      title="Announcements"
      className="announcements"
      caption="Announcements and events"
      searchHint="Search title or text"
      list={list}
      query={useQuery(postsQuery({ page, limit, searchTerm, sort }))}
      pluralNoun="announcements"
      purpose="What you publish here, residents read on their dashboard."
      add={addAction}
      csv={hasPermission('view') ? csv : undefined}
      emptyAction={
        addAction && (
          <Button icon={Plus} onClick={addAction.onPress}>
            {addAction.label}
          </Button>
        )
      }
      columns={getPostColumns(useIsCrowdedDesktop())}
      stack={useIsNarrowDesktop()}
      card={toPostCard}
      getName={({ title }) => title}
      getLink={hasPermission('view') ? getLink : undefined}
      actions={getActions}
      isSaving={(post) => savingRows.has(toRowName(post))}
    >
      {panel && isOpen && <PostModal key={panel.id} id={panel.id} onClose={close} />}
      {threadPanel.openId !== undefined && hasPermission('view') && (
        <ThreadModal
          key={threadPanel.openId}
          id={threadPanel.openId}
          onClose={() => threadPanel.setOpenId(undefined)}
        />
      )}
    </ListPage>
  )
}

const toRowName = ({ id }: Post): RowName => `post ${id}`

const getDeletion = ({ id, title }: Post) => ({
  path: `/post/${id}`,
  question: { name: title },
  toast: 'Post',
  staleQueries: [['posts']],
})

const formatPostsCsv = (rows: readonly PostCsvRow[]): string =>
  formatRowsCsv(rows, {
    title: ({ title }) => title,
    type: (post) => getPostType(post).tag,
    postedBy: getAuthorName,
    datePosted: ({ created_at }) => formatCsvDay(created_at),
    residentsSeeIt: ({ shown }) => shown.toUpperCase(),
    from: ({ shownFrom }) => formatCsvDay(shownFrom),
    until: ({ endDate }) => formatCsvDay(endDate),
    views: ({ views }) => views,
    comments: ({ comments }) => comments,
  })

/** Sheet with a post, its image and its comments (rules 15.18). */
function ThreadModal({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useQuery(postQuery(id))
  const { data: post } = query
  const sheetProps = { place: 'box', width: 720, title: 'Thread', onClose } as const
  if (!post) return <LoadingSheet {...sheetProps} query={query} subject="this post" />
  const [image] = post.image
  return (
    <Sheet {...sheetProps} subtitle={`${getAuthorName(post)}, ${formatDateTime(post.created_at)}`}>
      <article className="post-read stack gap-4">
        <h2>{post.title}</h2>
        <p className="lead">{post.description}</p>
        {image && <Picture file={image} alt="" sizes="(max-width: 900px) 100vw, 664px" first />}
        <RichText value={post.content} />
        {post.attachedUrl !== '' && (
          <p>
            <OutsideLink href={post.attachedUrl}>{post.attachedUrl}</OutsideLink>
          </p>
        )}
        <Thread post={post} />
      </article>
    </Sheet>
  )
}

/** Form that adds or edits a post. Read-only without the permission `edit` (rules 15.18). */
function PostModal({ id, onClose }: { id?: number; onClose: () => void }) {
  const query = useQuery({ ...postQuery(id ?? 0), enabled: id !== undefined })
  const { data: post } = query
  const { roles } = useAdmin()
  const readOnly = post && !post.can.includes('edit')
  const formVerb = id === undefined ? 'ADD' : readOnly ? 'VIEW' : 'EDIT'
  const sheetProps = { title: getFormTitle(formVerb, 'announcement'), width: 1000, onClose }
  if (id !== undefined && !post)
    return <LoadingSheet {...sheetProps} place="box" query={query} subject="this post" />
  return (
    <FormSheet
      {...sheetProps}
      formDefinition={
        mayBeUrgent(post) && rolesAllow(roles, 'announcements', 'approve') ? postForm : ORDINARY_FORM
      }
      path="/post"
      noun="Post"
      getName={({ title }) => toText(title)}
      staleQueries={[['posts']]}
      subtitle={post && describeApproval(post)}
      record={post}
      readOnly={readOnly}
      isGone={isNotFound(query.error)}
      confirmSave={({ urgent }) => (urgent === 1 ? confirmUrgent() : Promise.resolve(true))}
    />
  )
}

const { urgent: _, ...fields } = postForm.fields
const ORDINARY_FORM: Form = { ...postForm, fields }

/** The field 'urgent' cannot be set after residents were notified of the post. */
const mayBeUrgent = (post?: Post): boolean => !post || post.urgent === 1 || post.announced !== true

const confirmUrgent = (): Promise<boolean> =>
  confirm({
    title: 'Do you want to send this as urgent?',
    content: 'This goes at once to every resident, through quiet hours.',
    okText: 'Send as urgent',
  })
