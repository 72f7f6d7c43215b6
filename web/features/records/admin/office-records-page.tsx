import { ExternalLink, Image } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { toFiles, toText } from '#lib/record-values.ts'
import { formatDate } from '#lib/time.ts'
import { FileFold } from '#ui/files/file-fold.tsx'
import { Lightbox } from '#ui/files/lightbox.tsx'
import { toShownFiles } from '#ui/files/to-shown-files.ts'
import type { FormRecord } from '#ui/forms/form-sheet.tsx'
import type { RecordModalProps } from '#ui/list-pages/record-modal.tsx'
import { RecordPage } from '#ui/list-pages/record-page.tsx'
import type { CardWords, RecordColumn } from '#ui/lists/record-table.tsx'
import { OutsideLink } from '#ui/rich-text/outside-link.tsx'
import type { Field, FileRef } from '@tahanan/contract/forms/fields.ts'
import { isLongText } from '@tahanan/contract/records/define-record-kind.ts'
import type { RecordKind } from '@tahanan/contract/records/index.ts'
import { hasWords } from '@tahanan/contract/text/fold-text.ts'
import './row-picture.css'
import './office-records-page.css'

interface OfficeRecordsPageProps {
  kind: RecordKind
  office: NonNullable<RecordKind['office']>
  Modal?: ComponentType<RecordModalProps<FormRecord>>
}

/**
 * Administrators' page for one kind of record, such as amenities, generated from its declaration (rules
 * 15.19).
 */
export function OfficeRecordsPage({ kind, office, Modal }: OfficeRecordsPageProps) {
  const { page, form, noun, fields, path, titleField, whole, latestBy = 'created_at' } = kind
  const keys = Object.keys(office.columns)
  const texts = keys.filter((key) => fields[key]?.kind === 'text')
  const date = office.columns[latestBy]
  return (
    <RecordPage
      Modal={Modal}
      kind={{
        page,
        form,
        noun,
        ...path,
        title: office.title,
        searchHint: office.searchHint,
        purpose: office.purpose,
        getName: (row) => toText(row[titleField]),
        columns: keys.map((key) => toColumn(kind, key, office.columns[key] ?? '')),
        card: (row) => toCard(kind, keys, row),
        sortKeys: date === undefined ? [] : [{ key: latestBy, label: date, kind: 'date' }],
        newest: latestBy,
        matches: whole && ((row, term) => hasWords(texts.map((key) => toText(row[key])).join('\n'), term)),
      }}
    />
  )
}

function toColumn(kind: RecordKind, key: string, label: string): RecordColumn<FormRecord> {
  const field = kind.fields[key]
  return {
    label,
    look: field?.kind === 'text' ? 'wide' : field?.kind === 'dateTime' ? 'c-num' : undefined,
    opens: key === kind.titleField,
    show: (row) =>
      isLongText(field) ? <span className="clip">{toText(row[key])}</span> : renderCell(kind, key, row),
  }
}

/** Returns a record's card for a phone: pictures, name, dates, then other columns in order. */
function toCard(kind: RecordKind, keys: readonly string[], row: FormRecord): CardWords {
  const { fields, titleField } = kind
  const others = keys.filter((key) => key !== titleField && !isPictures(fields[key]))
  const isDate = (key: string) => fields[key]?.kind === 'dateTime'
  const pictures = keys.find((key) => isPictures(fields[key]))
  return {
    picture: pictures && renderCell(kind, pictures, row),
    heading: toText(row[titleField]),
    words: [...others.filter(isDate), ...others.filter((key) => !isDate(key))].map((key) => {
      if (fields[key]?.kind === 'files') return <FileFold key={key} files={toFiles(row[key])} />
      const look = isDate(key) ? 'num' : isLongText(fields[key]) ? 'clip' : undefined
      return (
        toText(row[key]) !== '' && (
          <p key={key} className={look}>
            {renderCell(kind, key, row)}
          </p>
        )
      )
    }),
  }
}

const isPictures = (field: Field | undefined): boolean => field?.kind === 'files' && field.accept === 'image'

function renderCell({ fields, titleField }: RecordKind, key: string, row: FormRecord) {
  const field = fields[key]
  const value = row[key]
  if (isPictures(field)) return <RowPicture images={toFiles(value)} name={toText(row[titleField])} />
  if (field?.kind === 'files') return <FileFold files={toFiles(value)} />
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

/** First image of the named record, or a placeholder (rules 9.22). A click shows all images. */
function RowPicture({ images, name }: { images: readonly FileRef[]; name: string }) {
  const [open, setOpen] = useState(false)
  const shown = toShownFiles(images)
  const [first] = images
  if (!first || shown.length === 0) {
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
        aria-label={`${shown.length === 1 ? 'Image' : `${shown.length} images`} of ${name}`}
        onClick={() => setOpen(true)}
      >
        <img className="fills" src={first.thumb ?? first.src} alt="" loading="lazy" />
        {shown.length > 1 && <span className="num">{shown.length}</span>}
      </button>
      {open && <Lightbox files={shown} onClose={() => setOpen(false)} />}
    </>
  )
}
