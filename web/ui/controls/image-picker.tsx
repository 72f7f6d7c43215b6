import { ImagePlus } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { HEIC_ADVICE, isHeic, useFileDrop } from '#ui/uploads/file-drop.ts'
import { isReducible } from '#ui/uploads/reduce-picture.ts'
import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { Button } from './button.tsx'
import { FieldMessage } from './field.tsx'
import './image-picker.css'

interface ImagePickerProps {
  label: string
  current?: string
  chosenFile: File | undefined
  onChoose: (file: File | undefined) => void
  progress?: number
  help?: string
}

/**
 * Control for one image. Shows the newly chosen image, otherwise the saved one, otherwise a prompt (rules
 * 11.4).
 */
export function ImagePicker({ label, current, chosenFile, onChoose, progress, help }: ImagePickerProps) {
  const id = useId()
  const [error, setError] = useState<string>()
  const hasImage = chosenFile !== undefined || current !== undefined
  const { mimes, maxBytes, label: kinds } = FILE_KINDS.image
  const chooseFile = ([file, secondFile]: readonly File[]): void => {
    if (!file) return
    const acceptedMimeTypes: readonly string[] = mimes
    if (secondFile) setError('Please choose one image.')
    else if (isHeic(file)) setError(HEIC_ADVICE)
    else if (!acceptedMimeTypes.includes(file.type)) setError(`Please choose ${kinds}.`)
    else if (file.size > maxBytes && !isReducible(file))
      setError(`Please choose an image of at most ${maxBytes / 1024 / 1024} MB.`)
    else {
      setError(undefined)
      onChoose(file)
    }
  }
  const { over, dropping } = useFileDrop(({ files }) => chooseFile([...files]))
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <label className={`picker row ringed${over ? ' over' : ''}`} htmlFor={id} {...dropping}>
        {chosenFile && <FileImage file={chosenFile} />}
        {!chosenFile && current && <img src={current} alt="" />}
        {!hasImage && <ImagePlus className="large" />}
        <span>{hasImage ? 'Choose another image' : 'Choose an image'}</span>
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept={mimes.join(',')}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            chooseFile([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      {progress !== undefined && <progress value={progress} aria-label={`Uploading ${label}`} />}
      <FieldMessage id={`${id}-help`} error={error} help={chosenFile ? chosenFile.name : help} />
    </div>
  )
}

interface RemovableImageProps extends ImagePickerProps {
  onRemove: () => void
}

export function RemovableImage({ onRemove, ...picker }: RemovableImageProps) {
  const { chosenFile, current, label, onChoose } = picker
  return (
    <div className="removable stack start gap-1">
      <ImagePicker {...picker} />
      {(chosenFile || current) && (
        <Button kind="quiet" onClick={() => (chosenFile ? onChoose(undefined) : onRemove())}>
          {chosenFile ? 'Undo' : 'Remove'} {label.toLowerCase()}
        </Button>
      )}
    </div>
  )
}

export function FileImage({ file }: { file: File }) {
  const showImage = useCallback(
    (image: HTMLImageElement) => {
      const address = URL.createObjectURL(file)
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [file],
  )
  return <img ref={showImage} alt="" />
}
