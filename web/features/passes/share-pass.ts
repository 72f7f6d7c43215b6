import { copyText } from '#ui/overlays/copy-text.ts'
import type { Pass } from '@tahanan/contract/gate/answers.ts'
import { formatCode } from '@tahanan/contract/gate/labels-and-codes.ts'

/**
 * Texts in the picture of a pass that a resident shares. They contain no data about the resident or the
 * visitor.
 */
export interface PassTexts {
  readonly kind: string
  readonly days: string
  readonly hours: string
}

export async function shareLink({ link }: Pass, { kind, days }: PassTexts): Promise<void> {
  if (!('share' in navigator)) return copyText(link, 'Link copied.')
  await openShareDialog({ title: kind, text: `${kind}, ${days}`, url: link })
}

export async function sharePicture(pass: Pass, passTexts: PassTexts): Promise<void> {
  const file = await drawPicture(pass, passTexts)
  if ('canShare' in navigator && navigator.canShare({ files: [file] }))
    return openShareDialog({ files: [file] })
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(file),
    download: file.name,
  })
  link.click()
  // The file's URL is revoked only a minute later, because Safari reads the file some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

async function openShareDialog(data: ShareData): Promise<void> {
  try {
    await navigator.share(data)
  } catch (failure) {
    // An AbortError means that the user closed the share dialog.
    if (!(failure instanceof DOMException && failure.name === 'AbortError')) throw failure
  }
}

const PICTURE_WIDTH = 720
const PICTURE_HEIGHT = 1000
const QR_SIDE = 560

async function drawPicture({ qr, code }: Pass, { kind, days, hours }: PassTexts): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), {
    width: PICTURE_WIDTH,
    height: PICTURE_HEIGHT,
  })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser draws no pictures')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, PICTURE_WIDTH, PICTURE_HEIGHT)
  context.fillStyle = '#000'
  context.textAlign = 'center'
  const drawLine = (text: string, y: number, font: string): void => {
    context.font = `${font} system-ui, sans-serif`
    context.fillText(text, PICTURE_WIDTH / 2, y, PICTURE_WIDTH - 48)
  }
  drawLine(kind, 84, '600 44px')
  drawLine(formatCode(code), 772, '700 72px')
  drawLine(days, 860, '600 36px')
  drawLine(hours, 916, '400 34px')
  context.translate((PICTURE_WIDTH - QR_SIDE) / 2, 120)
  context.scale(QR_SIDE / qr.size, QR_SIDE / qr.size)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- `fill` of a canvas, not of an array
  context.fill(new Path2D(qr.path))
  const pictureBlob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png')
  })
  if (!pictureBlob) throw new Error('the browser made no picture')
  return new File([pictureBlob], `pass-${code}.png`, { type: 'image/png' })
}
