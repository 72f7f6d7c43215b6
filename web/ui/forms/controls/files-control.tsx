import './files-control.css'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import type { FileRef, FilesField } from '@tahanan/contract/forms/fields.ts'
import { FilePlus, RotateCcw } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../controls/button.tsx'
import { FileThumb } from '../../files/file-thumb.tsx'
import { kindOf } from '../../files/shown-files.ts'
import { Lightbox } from '../../files/lightbox.tsx'
import { type UploadState, useUploads } from '../../uploads/use-uploads.ts'

export interface FilesControlProps {
  field: FilesField
  labelId: string
  describedBy?: string
  invalid?: boolean
  initial: readonly FileRef[]
  disabled: boolean
  onChange: (refs: FileRef[]) => void
  onState: (state: UploadState) => void
}

/** Chosen files with thumbnails and progress. One pick takes one file; the button stays while there is room. */
export function FilesControl({
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
  const [open, setOpen] = useState<number>()
  const picker = useRef<HTMLInputElement>(null)
  const shown = items.map(({ name, src, thumb, ref }) => ({
    name,
    src,
    thumb,
    kind: kindOf(ref?.url ?? name),
  }))
  const hasRoom = items.length < field.max && !disabled
  return (
    <div role="group" aria-labelledby={labelId} aria-describedby={describedBy} className="uploads">
      {items.length > 0 && (
        <div className="files">
          {items.map(({ id, name, progress, problem }, place) => (
            <div key={id} className={problem ? 'upload failed' : 'upload'}>
              <FileThumb
                file={shown[place] ?? { name, src: '', kind: 'image' }}
                progress={progress}
                onOpen={() => setOpen(place)}
                onRemove={disabled ? undefined : () => remove(id)}
              />
              {problem && (
                <Button kind="quiet" icon={RotateCcw} onClick={() => retry(id)}>
                  Retry
                </Button>
              )}
            </div>
          ))}
        </div>
      )}
      {hasRoom && (
        <>
          <input
            ref={picker}
            type="file"
            hidden
            accept={FILE_KINDS[field.accept].mimes.join(',')}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              // the same file may be chosen again after it was removed
              event.target.value = ''
            }}
          />
          <Button
            icon={FilePlus}
            aria-labelledby={`${labelId} ${labelId}-add`}
            aria-invalid={invalid || undefined}
            onClick={() => picker.current?.click()}
          >
            <span id={`${labelId}-add`}>{items.length === 0 ? 'Choose a file' : 'Choose another'}</span>
          </Button>
        </>
      )}
      {items.length === 0 && disabled && <p className="subtle">None</p>}
      {open !== undefined && <Lightbox files={shown} start={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
