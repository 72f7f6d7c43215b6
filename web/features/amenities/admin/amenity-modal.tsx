import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isNotFound } from '#lib/api/api.ts'
import { queryClient } from '#lib/api/query-client.ts'
import { recordQuery } from '#lib/api/records.ts'
import { toText } from '#lib/record-values.ts'
import { FormFields } from '#ui/forms/form-fields.tsx'
import type { FormRecord } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { KeptNote } from '#ui/forms/kept-note.tsx'
import { NewerNote } from '#ui/forms/newer-note.tsx'
import type { Questions } from '#ui/forms/send-asking.ts'
import { SheetForm } from '#ui/forms/sheet-form.tsx'
import { useDraftedForm } from '#ui/forms/use-drafted-form.ts'
import { useSave } from '#ui/forms/use-save.ts'
import { RecordModal, type RecordModalProps } from '#ui/list-pages/record-modal.tsx'
import { WaitingSheet } from '#ui/list-pages/waiting-sheet.tsx'
import { TabStrip } from '#ui/lists/tab-strip.tsx'
import { useMissingRecord } from '#ui/panels/open-id.ts'
import { amenityRulesForm } from '@tahanan/contract/amenities/rules.ts'
import type { Form } from '@tahanan/contract/forms/fields.ts'
import { amenity } from '@tahanan/contract/records/kinds/amenity.ts'
import '#ui/forms/form.css'
import './amenity-modal.css'

/** Form of an amenity. An existing amenity also has a tab with its booking rules (rules 25.1). */
export function AmenityModal(props: RecordModalProps<FormRecord>) {
  const { id, ...modal } = props
  return id === undefined ? <RecordModal {...props} /> : <AmenityRecord {...modal} id={id} />
}

interface AmenityRecordProps extends Pick<RecordModalProps<FormRecord>, 'readOnly' | 'onClose'> {
  id: number
  showsRules?: boolean
}

export function AmenityRecord({ id, readOnly = false, showsRules = false, onClose }: AmenityRecordProps) {
  const record = useQuery(recordQuery<FormRecord>('amenity', id))
  const rules = useQuery(recordQuery<Omit<FormRecord, 'id'>>('amenity-rules', id))
  const title = getFormTitle(readOnly ? 'VIEW' : 'EDIT', amenity.noun.one)
  if (!record.data || !rules.data)
    return (
      <WaitingSheet
        place="box"
        width={SHEET_WIDTH}
        query={record.data ? rules : record}
        title={title}
        thing="this amenity"
        onClose={onClose}
      />
    )
  return (
    <AmenityForms
      title={title}
      record={record.data}
      rules={{ ...rules.data, id } as FormRecord}
      readOnly={readOnly}
      isGone={isNotFound(record.error)}
      showsRules={showsRules}
      onClose={onClose}
    />
  )
}

interface AmenityFormsProps {
  title: string
  record: FormRecord
  rules: FormRecord
  readOnly: boolean
  isGone: boolean
  showsRules: boolean
  onClose: () => void
}

/** Sheet with two forms in tabs. A hidden form keeps its input. Submit saves only the visible form. */
function AmenityForms({ title, record, rules, readOnly, isGone, showsRules, onClose }: AmenityFormsProps) {
  const id = useId()
  const isClosed = readOnly || isGone
  const details = useTabForm({
    slug: 'amenity',
    label: 'Amenity',
    declared: amenity.form,
    path: '/amenity',
    noun: 'Amenity',
    record,
    readOnly: isClosed,
    onSaved: () => showUnsavedOrClose(booking),
  })
  const booking = useTabForm({
    slug: 'rules',
    label: 'Booking rules',
    declared: amenityRulesForm,
    path: '/amenity-rules',
    noun: 'Booking rules',
    record: rules,
    readOnly: isClosed,
    questions: QUESTIONS,
    onSaved: () => showUnsavedOrClose(details),
  })
  // If only the rules have a draft, their tab opens first, because nobody would notice a draft in a hidden
  // tab.
  const [slug, setSlug] = useState(
    showsRules || (!details.dirty && booking.dirty) ? booking.slug : details.slug,
  )
  const tabs = [details, booking]
  const open = slug === booking.slug ? booking : details
  const strip = tabs.map((tab) => ({
    slug: tab.slug,
    label: tab.label,
    count: tab.dirty && tab !== open ? 'not saved' : undefined,
  }))
  const dirty = details.dirty || booking.dirty
  const close = (): void => {
    for (const tab of tabs) tab.forget()
    onClose()
  }
  function showUnsavedOrClose(other: typeof details): void {
    if (other.dirty) setSlug(other.slug)
    else close()
  }
  useMissingRecord(isGone && !dirty, close)
  return (
    <SheetForm
      id={open.form.id}
      place="box"
      width={SHEET_WIDTH}
      title={title}
      subtitle={toText(record.title)}
      dirty={dirty}
      busy={open.busy}
      disabled={open.form.uploads.busy}
      readOnly={isClosed}
      onClose={close}
      onSubmit={() => open.submit()}
    >
      <div className="amenity-forms">
        <TabStrip
          words
          label="Parts of the amenity"
          id={id}
          tabs={strip}
          open={strip.find((tab) => tab.slug === slug)}
          onOpen={(tab) => setSlug(tab.slug)}
        />
        <div id={id} role="tabpanel" aria-labelledby={`${id}-${slug}`}>
          {tabs.map(({ slug: key, form }) => (
            <div key={key} className="form" hidden={key !== slug}>
              <NewerNote
                form={form}
                lastChange={
                  isGone ? 'This was deleted meanwhile.' : readOnly ? 'Your access changed.' : undefined
                }
                closed={isClosed ? Object.keys(form.changed) : undefined}
              />
              {form.restored && form.dirty && <KeptNote />}
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
  declared: Form
  path: string
  noun: string
  record: FormRecord
  readOnly: boolean
  questions?: Questions
  onSaved: () => void
}

function useTabForm({
  slug,
  label,
  declared,
  path,
  noun,
  record,
  readOnly,
  questions,
  onSaved,
}: TabFormOptions) {
  const { form, forget } = useDraftedForm({
    name: `${path} ${record.id}`,
    readOnly,
    form: declared,
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
    stale: [
      ['record', 'amenity', record.id],
      ['record', 'amenity-rules', record.id],
      ['records', 'amenities'],
      ['amenities'],
      ['slots'],
    ],
    onSaved: (saved) => {
      form.settle(form.changed)
      shareVersion(path === '/amenity' ? 'amenity-rules' : 'amenity', record.id, saved)
      onSaved()
    },
  })
  return { slug, label, form, forget, submit, busy, dirty: form.dirty || form.uploads.busy }
}

/**
 * Sets the saved version (`updated_at`) in the other tab's form too. Both forms edit the same row, so the
 * server would reject the other form's next save as outdated.
 */
function shareVersion(other: string, id: number, saved: object | undefined): void {
  if (!saved || !('updated_at' in saved)) return
  const updated_at = String(saved.updated_at)
  queryClient.setQueryData<FormRecord>(
    recordQuery(other, id).queryKey,
    (known) => known && { ...known, updated_at },
  )
}

const QUESTIONS: Questions = {
  bookingsAgainstRules: {
    field: 'confirmedBookings',
    title: 'Save these rules?',
    okText: 'Save',
    cancelText: 'Keep editing',
  },
}

/** Width in pixels. A line of the list of closures has six fields. */
const SHEET_WIDTH = 1000
