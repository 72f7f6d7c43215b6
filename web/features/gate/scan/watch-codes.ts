import type { Detector } from './detector.ts'

/** Side of the square that is read, in pixels: enough for a code a third as wide, and quick on slow phones. */
const SIDE = 640
/** Least pause between frames, which leaves the processor to the page. */
const PAUSE_MS = 50

/** Reads codes in the middle of a camera's picture until it is aborted. */
export async function watchCodes(
  video: HTMLVideoElement,
  detector: Detector,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE
  canvas.height = SIDE
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readFrame = async (): Promise<string | undefined> => {
    const { videoWidth: width, videoHeight: height } = video
    const side = Math.min(width, height)
    if (!context || side === 0) return undefined
    context.drawImage(video, (width - side) / 2, (height - side) / 2, side, side, 0, 0, SIDE, SIDE)
    const [found] = await detector.detect(canvas)
    return found?.rawValue
  }
  while (!signal.aborted) {
    const began = performance.now()
    // A frame that cannot be read is like one without a code.
    const text = await readFrame().catch(() => undefined)
    if (text && !signal.aborted) onText(text)
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, Math.max(PAUSE_MS, took / 2)))
  }
}
