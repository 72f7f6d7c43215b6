import { FILE_KINDS } from '@tahanan/contract/limits.ts'
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { uploadName } from '../uploads/upload-name.ts'
import type { UploadState } from '../uploads/use-uploads.ts'
import { ApiError } from '../../lib/api/api.ts'
import { uploadFile } from '../../lib/api/upload.ts'
import { withLineAfter } from './line-after.ts'
import { picturePlace } from './picture-place.ts'
import { type UploadMarker, uploadMarker } from './upload-marker.ts'

interface Upload {
  file: File
  marker: UploadMarker
  stop: AbortController
  problem?: string
}

type Change = { add: number; at: number; element: HTMLElement } | { remove: number }

const key = new PluginKey<DecorationSet>('pictureUploads')

const { mimes, maxBytes, label } = FILE_KINDS.image
const isPicture = ({ type }: File): boolean => (mimes as readonly string[]).includes(type)

/** The pictures in what is pasted, unless it is text that only carries a picture of itself (as office programs do). */
export function pastedPictures(data: DataTransfer | null): File[] {
  const words = data?.getData('text/plain').trim() ?? ''
  return words === '' ? [...(data?.files ?? [])].filter(isPicture) : []
}

export interface PictureUploader {
  /** Sends pictures and puts each at `at`, or where the cursor is, once it is there. */
  add: (view: EditorView, files: readonly File[], at?: number) => void
  /** Calls back when uploads are under way or failed. */
  follow: (listener: (state: UploadState) => void) => void
  /** Stops all that are on their way, when the editor closes. */
  stopAll: () => void
}

const change = (view: EditorView, meta: Change): void => view.dispatch(view.state.tr.setMeta(key, meta))
const placeOf = (view: EditorView, id: number): number | undefined =>
  key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from

/** Sends the pictures of one editor. */
export function pictureUploader(): PictureUploader {
  let onState: ((state: UploadState) => void) | undefined
  const uploads = new Map<number, Upload>()
  let nextId = 1

  const tell = (): void => {
    const all = [...uploads.values()]
    onState?.({
      busy: all.some(({ problem }) => problem === undefined),
      failed: all.some(({ problem }) => problem !== undefined),
    })
  }
  const remove = (view: EditorView, id: number): void => {
    uploads.get(id)?.stop.abort()
    uploads.delete(id)
    change(view, { remove: id })
    tell()
    view.focus()
  }
  const put = (view: EditorView, id: number, picture: { key: string; src: string }): void => {
    const at = placeOf(view, id)
    const type = view.state.schema.nodes.image
    uploads.delete(id)
    // the text around it was deleted meanwhile, and the picture with it
    if (at !== undefined && type) {
      const place = picturePlace(view.state.doc, at, type)
      const { tr } = view.state
      withLineAfter({ tr: tr.insert(place, type.create(picture)) })
      view.dispatch(tr.setMeta(key, { remove: id }))
    }
    tell()
  }
  const send = async (view: EditorView, id: number): Promise<void> => {
    const upload = uploads.get(id)
    if (!upload) return
    const { file, marker, stop } = upload
    upload.problem = undefined
    marker.again()
    tell()
    try {
      if (file.size > maxBytes)
        throw new ApiError(400, `This is too large. The limit is ${maxBytes / 1024 / 1024} MB (${label}).`)
      const renamed = new File([file], uploadName('editor_', file.name), { type: file.type })
      const { key: stored, location } = await uploadFile('images', renamed, {
        signal: stop.signal,
        onProgress: marker.progress,
      })
      if (!view.isDestroyed) put(view, id, { key: stored, src: location })
    } catch (failure) {
      if (stop.signal.aborted) return
      upload.problem = failure instanceof ApiError ? failure.message : 'The picture could not be sent.'
      marker.fail(upload.problem)
      tell()
    }
  }
  const add = (view: EditorView, files: readonly File[], at = view.state.selection.to): void => {
    const type = view.state.schema.nodes.image
    if (!type) return
    for (const file of files.filter(isPicture)) {
      const id = nextId++
      const marker = uploadMarker(file.name, {
        onRetry: () => {
          void send(view, id)
          // the button goes away, and the focus must not go with it
          view.focus()
        },
        onRemove: () => remove(view, id),
      })
      uploads.set(id, { file, marker, stop: new AbortController() })
      change(view, { add: id, at: picturePlace(view.state.doc, at, type), element: marker.element })
      void send(view, id)
    }
  }
  return {
    add,
    follow: (listener) => {
      onState = listener
    },
    stopAll: () => {
      for (const { stop } of uploads.values()) stop.abort()
      uploads.clear()
    },
  }
}

/** Pictures by paste and by drop, and the marks of those on their way. */
export function pictureUploads(uploader: PictureUploader): Extension {
  return Extension.create({
    name: 'pictureUploads',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, marks) => {
            const moved = marks.map(tr.mapping, tr.doc)
            const meta = tr.getMeta(key) as Change | undefined
            if (!meta) return moved
            if ('remove' in meta)
              return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === meta.remove))
            const { add: id, at, element } = meta
            return moved.add(tr.doc, [Decoration.widget(at, element, { id, side: -1 })])
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste: (view, event) => {
            const pictures = pastedPictures(event.clipboardData)
            if (pictures.length > 0) uploader.add(view, pictures)
            return pictures.length > 0
          },
          handleDrop: (view, event, _slice, moved) => {
            const pictures = moved ? [] : [...(event.dataTransfer?.files ?? [])].filter(isPicture)
            if (pictures.length === 0) return false
            event.preventDefault()
            uploader.add(view, pictures, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
            return true
          },
        },
      }),
    ],
  })
}
