import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { createRowQuery } from '#lib/api/row-queries.ts'
import { toText } from '#lib/record-values.ts'
import type { RunOutcome } from '#lib/use-non-overlapping-call.ts'
import { DraftNote } from '#ui/forms/draft-note.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import type { EditableRow } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { NewerVersionNote } from '#ui/forms/newer-version-note.tsx'
import type { ErrorConfirmations } from '#ui/forms/send-with-confirmations.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useFormWithDraft } from '#ui/forms/use-form-with-draft.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { LoadingSheet } from '#ui/list-pages/loading-sheet.tsx'
import { RecordModal, type RecordModalProps } from '#ui/list-pages/record-modal.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { amenityRulesForm } from '@tahanan/contract/amenities/rules.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'
import '#ui/forms/form.css'
import './amenity-modal.css'

/** Form of an amenity. An existing amenity also has a tab with its booking rules (rules 25.1). */
export function AmenityModal(props: RecordModalProps<EditableRow>) {
  const { id, ...modal } = props
  return id === undefined ? <RecordModal {...props} /> : <AmenityRecord {...modal} id={id} />
}

interface AmenityRecordProps extends Pick<RecordModalProps<EditableRow>, 'readOnly' | 'onClose'> {
  id: number
  showsRules?: boolean
}

export function AmenityRecord({ id, readOnly = false, showsRules = false, onClose }: AmenityRecordProps) {
  const amenityQuery = useQuery(createRowQuery<EditableRow>('amenity', id))
  const rules = useQuery(createRowQuery<Omit<EditableRow, 'id'>>('amenity-rules', id))
  const title = getFormTitle(readOnly ? 'VIEW' : 'EDIT', amenity.noun.one)
  if (!amenityQuery.data || !rules.data)
    return (
      <LoadingSheet
        place="box"
        width={SHEET_WIDTH}
        query={amenityQuery.data ? rules : amenityQuery}
        title={title}
        subject="this amenity"
        onClose={onClose}
      />
    )
  return (
    <AmenityForms
      title={title}
      record={amenityQuery.data}
      rules={{ ...rules.data, id } as EditableRow}
      readOnly={readOnly}
      isGone={isNotFound(amenityQuery.error)}
      showsRules={showsRules}
      onClose={onClose}
    />
  )
}

interface AmenityFormsProps {
  title: string
  record: EditableRow
  rules: EditableRow
  readOnly: boolean
  isGone: boolean
  showsRules: boolean
  onClose: () => void
}

/**
 * Shows the form of the amenity and the form of its rules as two tabs. The hidden form keeps its input.
 * Submit saves only the visible form.
 */
function AmenityForms({ title, record, rules, readOnly, isGone, showsRules, onClose }: AmenityFormsProps) {
  const id = useId()
  const isClosed = readOnly || isGone
  const details = useTabForm({
    slug: 'amenity',
    label: 'Amenity',
    declaration: amenity.form,
    path: '/amenity',
    noun: 'Amenity',
    record,
    readOnly: isClosed,
    onSaved: () => showUnsavedOrClose(booking),
  })
  const booking = useTabForm({
    slug: 'rules',
    label: 'Booking rules',
    declaration: amenityRulesForm,
    path: '/amenity-rules',
    noun: 'Booking rules',
    record: rules,
    readOnly: isClosed,
    questions: CONFIRMATION_QUESTIONS,
    onSaved: () => showUnsavedOrClose(details),
  })
  // If only the rules have a draft, their tab opens first. Otherwise nobody would notice the draft.
  const [slug, setSlug] = useState(
    showsRules || (!details.dirty && booking.dirty) ? booking.slug : details.slug,
  )
  const tabForms = [details, booking]
  const openTab = slug === booking.slug ? booking : details
  const stripTabs = tabForms.map((tab) => ({
    slug: tab.slug,
    label: tab.label,
    count: tab.dirty && tab !== openTab ? 'not saved' : undefined,
  }))
  const isAnyTabDirty = details.dirty || booking.dirty
  const close = (): void => {
    for (const tabForm of tabForms) tabForm.forget()
    onClose()
  }
  function showUnsavedOrClose(otherTab: typeof details): RunOutcome {
    if (!otherTab.dirty) {
      close()
      return 'done'
    }
    setSlug(otherTab.slug)
    return 'open'
  }
  useMissingRecord(isGone && !isAnyTabDirty, close)
  return (
    <SheetForm
      id={openTab.form.id}
      place="box"
      width={SHEET_WIDTH}
      title={title}
      subtitle={toText(record.title)}
      dirty={isAnyTabDirty}
      busy={openTab.busy}
      disabled={openTab.form.uploads.busy}
      readOnly={isClosed}
      onClose={close}
      onSubmit={() => openTab.submit()}
    >
      <div className="amenity-forms">
        <TabStrip
          words
          label="Parts of the amenity"
          id={id}
          tabs={stripTabs}
          openTab={stripTabs.find((tab) => tab.slug === slug)}
          onOpen={(tab) => setSlug(tab.slug)}
        />
        <div id={id} role="tabpanel" aria-labelledby={`${id}-${slug}`}>
          {tabForms.map(({ slug: key, form }) => (
            <div key={key} className="form" hidden={key !== slug}>
              <NewerVersionNote
                form={form}
                lastChange={
                  isGone ? 'This was deleted meanwhile.' : readOnly ? 'Your access changed.' : undefined
                }
                closedKeys={isClosed ? Object.keys(form.changed) : undefined}
              />
              {form.isDraftRestored && form.dirty && <DraftNote />}
              <FormFields form={form} record={record} isOpen={() => !isClosed} balanced />
            </div>
          ))}
        </div>
      </div>
    </SheetForm>
  )
}

interface TabFormOptions {
  slug: string
  label: string
  declaration: Form
  path: string
  noun: string
  record: EditableRow
  readOnly: boolean
  questions?: ErrorConfirmations
  onSaved: () => RunOutcome
}

function useTabForm({
  slug,
  label,
  declaration,
  path,
  noun,
  record,
  readOnly,
  questions,
  onSaved,
}: TabFormOptions) {
  const { form, forgetDraft } = useFormWithDraft({
    name: `${path} ${record.id}`,
    readOnly,
    form: declaration,
    writer: 'admin',
    action: 'update',
    record,
  })
  const { submit, busy } = useSave({
    form,
    path,
    id: record.id,
    noun,
    getName: () => toText(record.title),
    questions,
    staleQueries: [
      ['record', 'amenity', record.id],
      ['record', 'amenity-rules', record.id],
      ['records', 'amenities'],
      ['amenities'],
      ['slots'],
    ],
    onSaved: (savedRecord) => {
      form.markAsSaved(form.changed)
      setVersionInOtherTab(path === '/amenity' ? 'amenity-rules' : 'amenity', record.id, savedRecord)
      return onSaved()
    },
  })
  return { slug, label, form, forget: forgetDraft, submit, busy, dirty: form.dirty || form.uploads.busy }
}

/**
 * Sets the saved version (`updated_at`) in the other tab's form too. Both forms edit the same row, so the
 * server would reject the other form's next save as outdated.
 */
function setVersionInOtherTab(otherKind: string, id: number, savedRecord: object | undefined): void {
  if (!savedRecord || !('updated_at' in savedRecord)) return
  const updated_at = String(savedRecord.updated_at)
  queryClient.setQueryData<EditableRow>(
    createRowQuery(otherKind, id).queryKey,
    (cachedRecord) => cachedRecord && { ...cachedRecord, updated_at },
  )
}

const CONFIRMATION_QUESTIONS: ErrorConfirmations = {
  bookingsAgainstRules: {
    field: 'confirmedBookings',
    title: 'Save these rules?',
    okText: 'Save',
    cancelText: 'Keep editing',
  },
}

/** Width in pixels. A closure of the amenity has six fields, which must fit in one line. */
const SHEET_WIDTH = 1000
