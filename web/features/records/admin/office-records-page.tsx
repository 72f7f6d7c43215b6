import { ExternalLink, Image } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { toFiles, toText } from '#lib/record-values.ts'
import { formatDate } from '#lib/time.ts'
import { CollapsibleFileList } from '#ui/files/collapsible-file-list.tsx'
import { Lightbox } from '#ui/files/lightbox.tsx'
import { toDisplayFiles } from '#ui/files/to-display-files.ts'
import type { EditableRow } from '#ui/forms/form-sheet.tsx'
import type { RecordModalProps } from '#ui/list-pages/record-modal.tsx'
import { RecordPage } from '#ui/list-pages/record-page.tsx'
import type { CardContent, TableColumn } from '#ui/lists/data-table.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import type { Field, FileRef } from '@tahanan/contract/forms/fields.ts'
import { isLongText } from '@tahanan/contract/records/define-record-kind.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import { containsSearchTerm } from '@tahanan/contract/text/fold-text.ts'
import './row-picture.css'
import './office-records-page.css'

interface OfficeRecordsPageProps {
  kind: RecordKind
  office: NonNullable<RecordKind['office']>
  Modal?: ComponentType<RecordModalProps<EditableRow>>
}

/**
 * Administrators' page for one kind of record, such as amenities, generated from its declaration (rules
 * 15.19).
 */
export function OfficeRecordsPage({ kind, office, Modal }: OfficeRecordsPageProps) {
  const { page, form, noun, fields, path, titleField, whole, sortDateField = 'created_at' } = kind
  const keys = Object.keys(office.columns)
  const textKeys = keys.filter((key) => fields[key]?.kind === 'text')
  const date = office.columns[sortDateField]
  return (
    <RecordPage
      Modal={Modal}
      kind={{
        page,
        form,
        noun,
        rowPath: path.one,
        listPath: path.many,
        title: office.title,
        searchHint: office.searchHint,
        purpose: office.purpose,
        getName: (row) => toText(row[titleField]),
        columns: keys.map((key) => toColumn(kind, key, office.columns[key] ?? '')),
        card: (row) => toCard(kind, keys, row),
        sortKeys: date === undefined ? [] : [{ key: sortDateField, label: date, kind: 'date' }],
        newest: sortDateField,
        matches:
          whole &&
          ((row, term) => containsSearchTerm(textKeys.map((key) => toText(row[key])).join('\n'), term)),
      }}
    />
  )
}

function toColumn(kind: RecordKind, key: string, label: string): TableColumn<EditableRow> {
  const field = kind.fields[key]
  return {
    label,
    look: field?.kind === 'text' ? 'wide' : field?.kind === 'dateTime' ? 'c-num' : undefined,
    isRowOpener: key === kind.titleField,
    renderCell: (row) =>
      isLongText(field) ? <span className="clip">{toText(row[key])}</span> : renderCell(kind, key, row),
  }
}

function toCard(kind: RecordKind, keys: readonly string[], row: EditableRow): CardContent {
  const { fields, titleField } = kind
  const otherKeys = keys.filter((key) => key !== titleField && !isPictureField(fields[key]))
  const isDate = (key: string) => fields[key]?.kind === 'dateTime'
  const picturesKey = keys.find((key) => isPictureField(fields[key]))
  return {
    picture: picturesKey && renderCell(kind, picturesKey, row),
    heading: toText(row[titleField]),
    words: [...otherKeys.filter(isDate), ...otherKeys.filter((key) => !isDate(key))].map((key) => {
      if (fields[key]?.kind === 'files') return <CollapsibleFileList key={key} files={toFiles(row[key])} />
      const cellClass = isDate(key) ? 'num' : isLongText(fields[key]) ? 'clip' : undefined
      return (
        toText(row[key]) !== '' && (
          <p key={key} className={cellClass}>
            {renderCell(kind, key, row)}
          </p>
        )
      )
    }),
  }
}

const isPictureField = (field: Field | undefined): boolean =>
  field?.kind === 'files' && field.accept === 'image'

function renderCell({ fields, titleField }: RecordKind, key: string, row: EditableRow) {
  const field = fields[key]
  const value = row[key]
  if (isPictureField(field)) return <RowPicture images={toFiles(value)} name={toText(row[titleField])} />
  if (field?.kind === 'files') return <CollapsibleFileList files={toFiles(value)} />
  if (field?.kind === 'dateTime') return formatDate(toText(value))
  return field?.kind === 'text' && field.input === 'url' ? <RowAddress url={toText(value)} /> : toText(value)
}

function RowAddress({ url }: { url: string }) {
  return (
    <OutsideLink className="adlink inline" href={url}>
      <span className="clamp">{url.replace(/^https?:\/\//, '')}</span>
      <ExternalLink className="small" />
    </OutsideLink>
  )
}

/** Shows the first image of a record, or a placeholder (rules 9.22). A click shows all images. */
function RowPicture({ images, name }: { images: readonly FileRef[]; name: string }) {
  const [open, setOpen] = useState(false)
  const shownFiles = toDisplayFiles(images)
  const [first] = images
  if (!first || shownFiles.length === 0) {
    return (
      <span className="rowpic none">
        <Image />
        <span className="visually-hidden">No image</span>
      </span>
    )
  }
  return (
    <>
      <button
        type="button"
        className="rowpic"
        aria-label={`${shownFiles.length === 1 ? 'Image' : `${shownFiles.length} images`} of ${name}`}
        onClick={() => setOpen(true)}
      >
        <img className="fills" src={first.thumb ?? first.src} alt="" loading="lazy" />
        {shownFiles.length > 1 && <span className="num">{shownFiles.length}</span>}
      </button>
      {open && <Lightbox files={shownFiles} onClose={() => setOpen(false)} />}
    </>
  )
}
