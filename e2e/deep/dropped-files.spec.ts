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

async function dropFiles(on: Locator, ...files: readonly ChosenFile[]): Promise<void> {
  const isHandled = await on.evaluate(
    (element, fileContents) => {
      const dataTransfer = new DataTransfer()
      for (const { name, type, text } of fileContents) {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
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
  const images = form.dialog.getByRole('group', { name: 'Images' })
  const heic = { ...(await createJpeg('phone.heic')), mimeType: 'image/heic' }
  await dropFiles(images, heic, await createJpeg('lift.jpg'))
  await expect(findAlertDialog(page, UPLOAD_ERROR_TITLE)).toContainText(
    'phone.heic: This is a HEIC picture, which few browsers show. Save it as JPEG and upload that one.',
  )
  await answerAlertDialog(page, UPLOAD_ERROR_TITLE, 'OK')
  await expect(images.getByRole('button', { name: 'Open lift.jpg' })).toBeVisible()
  // Without a MIME type the type is derived from the file's extension.
  await dropFiles(images, { ...(await createJpeg('untyped.jpg')), mimeType: '' })
  await expect(images.getByRole('button', { name: 'Open untyped.jpg' })).toBeVisible()
  await dropFiles(form.dialog.getByRole('textbox', { name: 'Title' }), await createJpeg('beside.jpg'))
  await expect(findToast(page, 'Nothing was added. Drop files on the field that takes them.')).toBeVisible()

  await page.goto('/settings')
  const picture = page.locator('.field').filter({ has: page.locator('.picker') })
  await dropFiles(picture.locator('.picker'), heic)
  await expect(picture).toContainText('Save it as JPEG and upload that one.')
  await dropFiles(picture.locator('.picker'), await createJpeg('me.jpg'), await createJpeg('cat.jpg'))
  await expect(picture).toContainText('Please choose one image.')
  await dropFiles(picture.locator('.picker'), await createJpeg('me.jpg'))
  await expect(picture).toContainText('me.jpg')
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
  const image = new TicketForm(page, 'Add advertisement').dialog.getByRole('group', { name: 'Image' })
  await dropFiles(image, await createJpeg('first.jpg'), await createJpeg('second.jpg'))
  await expect(findToast(page, 'At most 1 file can be added.')).toBeVisible()
  await expect(image.getByRole('button', { name: 'Open first.jpg' })).toBeVisible()
  await page.reload()
  await dropFiles(image, await createJpeg('first.jpg'))
  await dropFiles(image, await createJpeg('third.jpg'))
  await expect(findToast(page, 'At most 1 file can be added.')).toBeVisible()

  const office = new ImportPage(page)
  await page.goto('/admin/utilities')
  await dropFiles(office.findDropZone('Statements (PDF)'), WORD_FILE)
  await expect(office.findDropZone('Statements (PDF)')).toContainText(
    '1 other file was left out. Only PDFs are taken here.',
  )
  await dropFiles(office.findDropZone('SOA file'), WORD_FILE, WORD_FILE)
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
  const noise = Buffer.alloc(4000 * 3000 * 3).map((_, at) => (at * 2_654_435_761) >>> 13)
  const heavy = await sharp(noise, { raw: { width: 4000, height: 3000, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer()
  expect(heavy.length).toBeGreaterThan(10 * 1024 * 1024)
  const large = { width: 12_000, height: 9000, channels: 3, background: '#2f6f5e' } as const
  const wide = await sharp({ create: large }).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const mimeType = 'image/jpeg'
  await form.attachFiles(
    'Images',
    { name: 'heavy.jpg', mimeType, buffer: heavy },
    { name: '108-megapixels.jpg', mimeType, buffer: wide },
  )
  await page.getByRole('button', { name: 'Open 108-megapixels.jpg' }).click()
  const previewImage = page.getByRole('dialog').getByRole('img').last()
  await expect
    .poll(() => previewImage.evaluate((image: HTMLImageElement) => image.naturalHeight > image.naturalWidth))
    .toBe(true)
})
