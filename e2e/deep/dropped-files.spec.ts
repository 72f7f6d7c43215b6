import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { ADMIN, createResidentAccount } from '../fixtures/accounts.ts'
import { type ChosenFile, createJpeg, loadPdf } from '../fixtures/files.ts'
import { expect, test } from '../fixtures/test.ts'
import { answerAlertDialog, findAlertDialog, findToast } from '../pages/dialogs.ts'
import { ImportPage } from '../pages/import-page.ts'
import { TicketForm } from '../pages/ticket-form.ts'

const UPLOAD_ERROR_TITLE = 'This is an error message for uploading images'
const WORD_FILE: ChosenFile = {
  name: 'letter.docx',
  mimeType: 'application/msword',
  buffer: Buffer.from('x'),
}

async function dropFiles(dropTarget: Locator, ...files: readonly ChosenFile[]): Promise<void> {
  const isHandled = await dropTarget.evaluate(
    (element, fileContents) => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, text } of fileContents) {
        const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name, { type }))
      }
      const options = { dataTransfer, bubbles: true, cancelable: true }
      return ['dragover', 'drop'].every((kind) => !element.dispatchEvent(new DragEvent(kind, options)))
    },
    files.map(({ name, mimeType, buffer }) => ({ name, type: mimeType, text: buffer.toString('base64') })),
  )
  expect(isHandled).toBe(true)
}

test('a resident drops photos on a form: they are added or refused in words, and never opened', async ({
  visit,
}) => {
  const page = await visit({
    on: 'desk',
    as: createResidentAccount('A-401'),
    to: '/incident-reports?modal=true',
  })
  const form = new TicketForm(page, 'Add incident report')
  const imagesGroup = form.dialog.getByRole('group', { name: 'Images' })
  const heicFile = { ...(await createJpeg('phone.heic')), mimeType: 'image/heic' }
  await dropFiles(imagesGroup, heicFile, await createJpeg('lift.jpg'))
  await expect(findAlertDialog(page, UPLOAD_ERROR_TITLE)).toContainText(
    'phone.heic: This is a HEIC picture, which few browsers show. Save it as JPEG and upload that one.',
  )
  await answerAlertDialog(page, UPLOAD_ERROR_TITLE, 'OK')
  await expect(imagesGroup.getByRole('button', { name: 'Open lift.jpg' })).toBeVisible()
  // Without a MIME type the type is derived from the file's extension.
  await dropFiles(imagesGroup, { ...(await createJpeg('untyped.jpg')), mimeType: '' })
  await expect(imagesGroup.getByRole('button', { name: 'Open untyped.jpg' })).toBeVisible()
  await dropFiles(form.dialog.getByRole('textbox', { name: 'Title' }), await createJpeg('beside.jpg'))
  await expect(findToast(page, 'Nothing was added. Drop files on the field that takes them.')).toBeVisible()

  await page.goto('/settings')
  const pictureField = page.locator('.field').filter({ has: page.locator('.picker') })
  await dropFiles(pictureField.locator('.picker'), heicFile)
  await expect(pictureField).toContainText('Save it as JPEG and upload that one.')
  await dropFiles(pictureField.locator('.picker'), await createJpeg('me.jpg'), await createJpeg('cat.jpg'))
  await expect(pictureField).toContainText('Please choose one image.')
  await dropFiles(pictureField.locator('.picker'), await createJpeg('me.jpg'))
  await expect(pictureField).toContainText('me.jpg')
})

test('the office drops files on a field that is full, on one of another kind, and on a picture', async ({
  visit,
}) => {
  const page = await visit({ on: 'desk', as: ADMIN, to: '/admin/memorandums?modal=true' })
  const form = new TicketForm(page, 'Add memorandum')
  const files = form.dialog.getByRole('group', { name: 'Files' })
  await dropFiles(files, WORD_FILE, await loadPdf('circular.pdf'))
  await expect(findAlertDialog(page, UPLOAD_ERROR_TITLE)).toContainText(
    'letter.docx: This kind of file is not accepted here. Accepted: PDF.',
  )
  await answerAlertDialog(page, UPLOAD_ERROR_TITLE, 'OK')
  await expect(files).toContainText('circular.pdf')
  await expect(files).not.toContainText('letter.docx')

  await page.goto('/admin/advertisements?modal=true')
  const imageGroup = new TicketForm(page, 'Add advertisement').dialog.getByRole('group', { name: 'Image' })
  await dropFiles(imageGroup, await createJpeg('first.jpg'), await createJpeg('second.jpg'))
  await expect(findToast(page, 'At most 1 file can be added.')).toBeVisible()
  await expect(imageGroup.getByRole('button', { name: 'Open first.jpg' })).toBeVisible()
  await page.reload()
  await dropFiles(imageGroup, await createJpeg('first.jpg'))
  await dropFiles(imageGroup, await createJpeg('third.jpg'))
  await expect(findToast(page, 'At most 1 file can be added.')).toBeVisible()

  const importPage = new ImportPage(page)
  await page.goto('/admin/utilities')
  await dropFiles(importPage.findDropZone('Statements (PDF)'), WORD_FILE)
  await expect(importPage.findDropZone('Statements (PDF)')).toContainText(
    '1 other file was left out. Only PDFs are taken here.',
  )
  await dropFiles(importPage.findDropZone('SOA file'), WORD_FILE, WORD_FILE)
  await expect(findToast(page, 'Nothing was added. Please drop one file here.')).toBeVisible()
})

test('phone photos that are too large in bytes or pixels are reduced before they are sent', async ({
  visit,
}) => {
  const page = await visit({
    on: 'desk',
    as: createResidentAccount('A-401'),
    to: '/incident-reports?modal=true',
  })
  const form = new TicketForm(page, 'Add incident report')
  const noisePixels = Buffer.alloc(4000 * 3000 * 3).map((_, index) => (index * 2_654_435_761) >>> 13)
  const heavyJpeg = await sharp(noisePixels, { raw: { width: 4000, height: 3000, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer()
  expect(heavyJpeg.length).toBeGreaterThan(10 * 1024 * 1024)
  const largeImageOptions = { width: 12_000, height: 9000, channels: 3, background: '#2f6f5e' } as const
  const largeJpeg = await sharp({ create: largeImageOptions })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const mimeType = 'image/jpeg'
  await form.attachFiles(
    'Images',
    { name: 'heavy.jpg', mimeType, buffer: heavyJpeg },
    { name: '108-megapixels.jpg', mimeType, buffer: largeJpeg },
  )
  await page.getByRole('button', { name: 'Open 108-megapixels.jpg' }).click()
  const previewImage = page.getByRole('dialog').getByRole('img').last()
  await expect
    .poll(() => previewImage.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth))
    .toBe(true)
})
