import { useMutation, useQuery } from '@tanstack/react-query'
import { Landmark, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useBackGuard } from '#lib/address/back-guard.ts'
import { api, ApiError } from '#lib/api/api.ts'
import { uploadFile } from '#lib/api/upload.ts'
import { formatCount } from '#lib/format-number.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { Field } from '#ui/controls/field.tsx'
import { NativeSelect } from '#ui/controls/input.tsx'
import { FormSheet } from '#ui/forms/form-sheet.tsx'
import { getFormTitle } from '#ui/forms/get-form-title.ts'
import { useDeleteRecord } from '#ui/list-pages/use-delete-record.ts'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { Sheet } from '#ui/overlays/sheet.tsx'
import type { BankFormat, BankImport } from '@tahanan/contract/billing/bank-answers.ts'
import { bankFormatForm, EXAMPLE_BANK_FORMATS } from '@tahanan/contract/billing/bank.ts'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { DropZone } from '../../imports/files/drop-zone.tsx'
import { bankFormatsQuery, refreshBank } from './calls.ts'
import { ImportProgress } from './import-progress.tsx'
import { RefusedLines } from './refused-lines.tsx'
import '../../imports/import.css'

/**
 * File types in the file dialog. The server cannot read the last five, but its error explains how to get a
 * readable file.
 */
const ACCEPTED_FILE_TYPES = '.csv,.txt,.ofx,.qfx,.xml,.xls,.qif,.sta,.940,.html'
const EXAMPLE_PREFIX = 'example '
const formatLines = (count: number): string => formatCount(count, 'line', 'lines')

/** Form that imports a file of a bank or gateway, and manages the formats of banks (rules 21.2, 21.3). */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { data: formats = [] } = useQuery(bankFormatsQuery)
  const [chosenFormatId, setChosenFormatId] = useState('')
  const [editedFormat, setEditedFormat] = useState<Partial<BankFormat>>()
  const remove = useDeleteRecord()
  const format = formats.find(({ id }) => String(id) === chosenFormatId)
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File) => {
      const { key } = await uploadFile('bankfiles', file)
      return api.post<BankImport>('/bank-import', {
        file: key,
        fileName: file.name,
        formatId: format?.id ?? null,
      })
    },
    onSuccess: async (importResult) => {
      onClose()
      await showImportResult(importResult)
    },
    onSettled: refreshBank,
    // No error dialog for these errors, because the drop zone shows them.
    meta: { handles: ['bankFileKnown', 'fields'] },
  })
  // The sheet stays open until the import ends, because its drop zone shows why a file was refused.
  useBackGuard(isPending, () => {})
  const chooseFormat = (value: string): void => {
    const example =
      value.startsWith(EXAMPLE_PREFIX) && EXAMPLE_BANK_FORMATS[Number(value.slice(EXAMPLE_PREFIX.length))]
    if (example) setEditedFormat({ ...example })
    else setChosenFormatId(value)
  }
  const removeFormat = (bankFormat: BankFormat) =>
    remove({
      path: `/bank-format/${bankFormat.id}`,
      question: { name: bankFormat.name, lossWarning: 'Lines that were read by it stay.' },
      toast: 'Format',
      staleQueries: [['bank', 'formats']],
    })
  return (
    <>
      <Sheet
        place="box"
        title="Import file"
        subtitle="Money received, from a file of the bank or gateway."
        onClose={() => {
          if (!isPending) onClose()
        }}
      >
        <div className="bank-import stack gap-4">
          <div className="bank-format">
            <Field label="Format" help="OFX and camt.053 need none.">
              <NativeSelect value={chosenFormatId} onChange={({ target }) => chooseFormat(target.value)}>
                <option value="">OFX or camt.053</option>
                {formats.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
                <optgroup label="New CSV format from an example">
                  {EXAMPLE_BANK_FORMATS.map(({ name }, index) => (
                    <option key={name} value={`${EXAMPLE_PREFIX}${index}`}>
                      {`${name} (example)`}
                    </option>
                  ))}
                </optgroup>
              </NativeSelect>
            </Field>
            <IconButton icon={Plus} label="Add format" onClick={() => setEditedFormat({})} />
            {format && (
              <>
                <IconButton
                  icon={Pencil}
                  label={`Edit ${format.name}`}
                  onClick={() => setEditedFormat(format)}
                />
                <IconButton
                  icon={Trash2}
                  label={`Delete ${format.name}`}
                  onClick={() => void removeFormat(format)}
                />
              </>
            )}
          </div>
          <DropZone
            title={FILE_KINDS.bankFile.label}
            icon={Landmark}
            hint="A file that was imported before changes nothing."
            accept={ACCEPTED_FILE_TYPES}
            choose="Choose file"
            busy={isPending}
            error={error ? getReason(error) : undefined}
            onFiles={([file]) => file && mutate(file)}
          >
            {isPending && <ImportProgress busy />}
          </DropZone>
        </div>
      </Sheet>
      {editedFormat && (
        <FormSheet
          formDefinition={bankFormatForm}
          title={getFormTitle(editedFormat.id === undefined ? 'ADD' : 'EDIT', 'format')}
          subtitle="The names of the columns as they stand in the file's first lines."
          path="/bank-format"
          noun="Format"
          record={isSaved(editedFormat) ? editedFormat : undefined}
          start={{ ...editedFormat }}
          staleQueries={[['bank', 'formats']]}
          onClose={() => setEditedFormat(undefined)}
          onSaved={(savedFormat) => 'id' in savedFormat && setChosenFormatId(String(savedFormat.id))}
        />
      )}
    </>
  )
}

const isSaved = (format: Partial<BankFormat>): format is BankFormat => format.id !== undefined

const getReason = (error: Error): string =>
  error instanceof ApiError ? (Object.values(error.errors)[0]?.[0] ?? error.message) : error.message

const showImportResult = (importResult: BankImport): Promise<void> =>
  showMessage(
    'success',
    'File imported',
    <>
      <p>{formatResult(importResult)}</p>
      <RefusedLines refused={importResult.refused} />
    </>,
  )

function formatResult({ lines, matched, known, debits, leftOut }: BankImport): string {
  return [
    `${formatLines(lines)} kept, ${matched.toLocaleString('en')} matched.`,
    known > 0 && `${formatLines(known)} of an earlier file left out.`,
    debits > 0 && `${formatLines(debits)} of money out left out.`,
    leftOut > 0 && `${formatLines(leftOut)} left out that the bank has not booked, or that are not done.`,
  ]
    .filter(Boolean)
    .join(' ')
}
