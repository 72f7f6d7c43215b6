import './many-files-control.css'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { FilePlus, FileText, RotateCcw, X } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button, IconButton } from '../../controls/button.tsx'
import type { FilesControlProps } from './files-control.tsx'
import { type UploadItem, useUploads } from '../../uploads/use-uploads.ts'

/** Many files as lines: chosen or dropped many at once, each with its own progress, and tried again alone. */
export function ManyFilesControl({
  field,
  labelId,
  describedBy,
  invalid,
  initial,
  disabled,
  onChange,
  onState,
}: FilesControlProps) {
  const { items, add, retry, remove } = useUploads(field, initial, onChange, onState)
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const kinds: readonly string[] = FILE_KINDS[field.accept].mimes
  const hasRoom = items.length < field.max && !disabled
  const waiting = items.filter(({ progress }) => progress !== undefined).length
  const failed = items.filter(({ problem }) => problem !== undefined).length

  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files].filter(({ type }) => kinds.includes(type)))
  }
  const dropping = hasRoom && {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  }
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      aria-describedby={describedBy}
      className={`manyfiles${over ? ' over' : ''}`}
      {...dropping}
    >
      {items.length > 0 && (
        <ul>
          {items.map((item) => (
            <li key={item.id} className={item.problem === undefined ? '' : 'failed'}>
              <FileText />
              <div className="what">
                <FileName item={item} />
                {item.progress !== undefined && (
                  <progress value={item.progress} aria-label={`Uploading ${item.name}`} />
                )}
                {item.problem !== undefined && <p className="help err">{item.problem}</p>}
              </div>
              {item.problem !== undefined && (
                <Button kind="quiet" icon={RotateCcw} onClick={() => retry(item.id)}>
                  Retry
                </Button>
              )}
              {!disabled && (
                <IconButton icon={X} label={`Remove ${item.name}`} onClick={() => remove(item.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {hasRoom && (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            multiple
            accept={kinds.join(',')}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              // the same file may be chosen again after it was removed
              event.target.value = ''
            }}
          />
          <div className="drop">
            <Button
              icon={FilePlus}
              aria-labelledby={`${labelId} ${labelId}-add`}
              aria-invalid={invalid || undefined}
              onClick={() => picker.current?.click()}
            >
              <span id={`${labelId}-add`}>{items.length === 0 ? 'Choose files' : 'Choose more'}</span>
            </Button>
            <span className="help">or drop them here</span>
          </div>
        </>
      )}
      <p className="help" role="status">
        {waiting > 0 && `${items.length - waiting - failed} of ${items.length} uploaded`}
        {waiting === 0 && failed > 0 && `${failed} of ${items.length} could not be uploaded`}
      </p>
      {items.length === 0 && disabled && <p className="subtle">None</p>}
    </div>
  )
}

interface FileNameProps {
  item: UploadItem
}

/** The name, which opens what is already there. */
function FileName({ item: { name, src } }: FileNameProps) {
  return src === '' ? (
    <span>{name}</span>
  ) : (
    <a href={src} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
