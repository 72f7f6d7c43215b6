import { writeFile } from 'node:fs/promises'
import { create } from 'qrcode'
import sharp from 'sharp'

const FPS = 30
/**
 * Pixels per module (square) of the QR code, so that the code fills half of the height of a 1280 × 720 frame.
 */
const MODULE_PIXELS = 10

/**
 * Writes a video for Chromium's fake camera, which plays it in a loop. It shows a phone's screen with a QR
 * code, tilted, dim and slightly out of focus, for `seconds`, then no code for the same time.
 */
export async function writeQrVideo(path: string, text: string, seconds = 4): Promise<void> {
  const codeFrames = await Promise.all(
    [15, 17, 19, 17, 14].map((degrees) => renderFrame(drawCode(text), degrees)),
  )
  const emptyFrame = await renderFrame('', 0)
  const frames = Array.from(
    { length: seconds * FPS },
    (_, frameIndex) => codeFrames[Math.floor(frameIndex / 4) % codeFrames.length],
  )
  await writeFile(
    path,
    Buffer.concat([...frames, ...frames.map(() => emptyFrame)].map((frame) => frame ?? emptyFrame)),
  )
}

function drawCode(text: string): string {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const darkModules = [...modules.data].flatMap((isDark, moduleIndex) => {
    const [x, y] = [
      (moduleIndex % modules.size) * MODULE_PIXELS,
      Math.floor(moduleIndex / modules.size) * MODULE_PIXELS,
    ]
    return isDark ? `M${x} ${y}h${MODULE_PIXELS}v${MODULE_PIXELS}h-${MODULE_PIXELS}z` : []
  })
  const side = modules.size * MODULE_PIXELS
  return `<g transform="translate(${-side / 2} ${-side / 2})">
    <rect x="-40" y="-40" width="${side + 80}" height="${side + 80}" fill="#8d8f88"/>
    <path fill="#32342f" d="${darkModules.join('')}"/></g>`
}

const renderFrame = (svgText: string, degrees: number): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">
      <rect width="1280" height="720" fill="#26282a"/>
      <g transform="translate(640 360) rotate(${degrees}) skewX(8)">${svgText}</g></svg>`),
  )
    .blur(1.5)
    .jpeg({ quality: 70 })
    .toBuffer()
