import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { showMessage } from '#ui/overlays/dialogs.ts'
import { filterAcceptedFiles } from '#ui/uploads/file-drop.ts'
import { createUploads, type UploadState, getUploadState } from '#ui/uploads/uploads.ts'
import type { FileRef } from '@tahanan/contract/forms/fields.ts'
import { appendEmptyLine, findPicturePosition } from './find-picture-position.ts'
import { findPictures, describeMissingPictures, convertPastedLists } from './pasted-html.ts'
import { type UploadMarker, createUploadMarker } from './upload-marker.ts'

type MarkerChange = { add: number; at: number; element: HTMLElement } | { remove: number }

const pluginKey = new PluginKey<DecorationSet>('pictureUploads')

/**
 * Returns the pasted files. If text was pasted too, returns none, because office programs add a picture of
 * the copied text.
 */
function getPastedFiles(data: DataTransfer | null): File[] {
  const pastedText = data?.getData('text/plain').trim() ?? ''
  return pastedText === '' ? [...(data?.files ?? [])] : []
}

interface PictureUploader {
  /** Uploads pictures, rejects other files, and inserts each picture at `at`, or else at the cursor. */
  add: (view: EditorView, files: readonly File[], at?: number) => void
  /**
   * Inserts each picture into the text when its upload is complete, and reports the state of the uploads to
   * the listener. Returns a function that stops the uploads.
   */
  follow: (listener: (state: UploadState) => void) => () => void
}

const dispatchMarkerChange = (view: EditorView, meta: MarkerChange): void =>
  view.dispatch(view.state.tr.setMeta(pluginKey, meta))
const findMarkerPosition = (view: EditorView, id: number): number | undefined =>
  pluginKey.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from

function insertPicture(view: EditorView, id: number, { url, src }: FileRef): void {
  const markerPosition = findMarkerPosition(view, id)
  const type = view.state.schema.nodes.image
  // The user deleted the text around the upload's placeholder, and the placeholder with it, so the picture is
  // not inserted.
  if (markerPosition === undefined || !type) return
  const { tr } = view.state
  appendEmptyLine({
    tr: tr.insert(findPicturePosition(view.state.doc, markerPosition, type), type.create({ key: url, src })),
  })
  view.dispatch(tr.setMeta(pluginKey, { remove: id }))
}

/**
 * Uploads the pictures of pasted HTML after its text was inserted. Tells the user if pictures are missing in
 * the HTML (rules 9.30).
 */
function uploadPastedPictures(html: string, view: EditorView, uploader: PictureUploader): void {
  const { files, missingCount } = findPictures(convertPastedLists(html))
  if (missingCount > 0)
    void showMessage('info', 'Pictures are missing', describeMissingPictures(missingCount))
  if (files.length > 0) queueMicrotask(() => uploader.add(view, files))
}

export function createPictureUploader(): PictureUploader {
  const uploads = createUploads({ folder: 'images', namePrefix: 'editor_', accept: 'image' })
  const markerByUploadId = new Map<number, { view: EditorView; marker: UploadMarker }>()
  return {
    add: (view, files, at = view.state.selection.to) => {
      const type = view.state.schema.nodes.image
      if (!type) return
      for (const upload of uploads.add(filterAcceptedFiles(files, 'image'))) {
        const { id } = upload
        const retryUpload = (): void => {
          uploads.retry(id)
          // Moves the focus to the text, because the clicked button disappears.
          view.focus()
        }
        const removeUpload = (): void => {
          uploads.remove(id)
          markerByUploadId.delete(id)
          dispatchMarkerChange(view, { remove: id })
          view.focus()
        }
        const marker = createUploadMarker(upload, retryUpload, removeUpload)
        markerByUploadId.set(id, { view, marker })
        dispatchMarkerChange(view, {
          add: id,
          at: findPicturePosition(view.state.doc, at, type),
          element: marker.element,
        })
      }
    },
    follow: (listener) => {
      const stopWatching = uploads.watch(() => {
        for (const uploadItem of uploads.get()) {
          const { view, marker } = markerByUploadId.get(uploadItem.id) ?? {}
          marker?.render(uploadItem)
          if (!uploadItem.ref || !view || view.isDestroyed) continue
          markerByUploadId.delete(uploadItem.id)
          insertPicture(view, uploadItem.id, uploadItem.ref)
          uploads.remove(uploadItem.id)
        }
        listener(getUploadState(uploads.get()))
      })
      return () => {
        stopWatching()
        uploads.close()
      }
    },
  }
}

export function createPictureUploads(uploader: PictureUploader): Extension {
  return Extension.create({
    name: 'pictureUploads',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        key: pluginKey,
        state: {
          init: () => DecorationSet.empty,
          apply: (tr, marks) => {
            const mappedMarkers = marks.map(tr.mapping, tr.doc)
            const markerChange = tr.getMeta(pluginKey) as MarkerChange | undefined
            if (!markerChange) return mappedMarkers
            if ('remove' in markerChange)
              return mappedMarkers.remove(
                mappedMarkers.find(undefined, undefined, (spec) => spec.id === markerChange.remove),
              )
            const { add: id, at, element } = markerChange
            return mappedMarkers.add(tr.doc, [Decoration.widget(at, element, { id, side: -1 })])
          },
        },
        props: {
          decorations: (state) => pluginKey.getState(state),
          handlePaste: (view, event) => {
            const files = getPastedFiles(event.clipboardData)
            if (files.length > 0) uploader.add(view, files)
            else uploadPastedPictures(event.clipboardData?.getData('text/html') ?? '', view, uploader)
            return files.length > 0
          },
          handleDrop: (view, event, _slice, moved) => {
            const files = moved ? [] : [...(event.dataTransfer?.files ?? [])]
            if (files.length === 0) return false
            event.preventDefault()
            uploader.add(view, files, view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos)
            return true
          },
        },
      }),
    ],
  })
}
