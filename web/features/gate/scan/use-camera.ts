import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { createPersistentStore } from '#lib/persistent-store.ts'
import { useStore } from '#lib/use-store.ts'
import { type Detector, loadDetector } from './detector.ts'

const cameraSetting = createPersistentStore('GATE_CAMERA')

/** A code that stays in front of the camera is not reported again within this time. */
const REPEAT_INTERVAL_MS = 3000
/** If no code is found for this long, the camera is switched off to save the battery. */
const CAMERA_IDLE_MS = 180_000

interface Camera {
  state: 'off' | 'starting' | 'on'
  failure: string
  start: () => void
  switchCamera?: () => void
  /** Undefined if the camera has no lamp. */
  torch?: boolean
  setTorch: (isOn: boolean) => void
}

interface OpenedCamera {
  stream: MediaStream
  track: MediaStreamTrack
  cameras: readonly MediaDeviceInfo[]
  hasTorch: boolean
}

export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  { isPaused, onText }: { isPaused: boolean; onText: (text: string) => void },
): Camera {
  const [isWanted, setWanted] = useState(false)
  const [openedCamera, setOpenedCamera] = useState<OpenedCamera>()
  const [failure, setFailure] = useState('')
  const [torch, setTorch] = useState(false)
  const isShown = useIsPageVisible()
  const chosenCamera = useStore(cameraSetting).camera
  const isOpen = isWanted && isShown

  // Starts the camera automatically only if the permission was already given. Otherwise the browser would ask
  // for it before the guard wants to scan.
  useEffect(() => {
    void isCameraAllowed().then((isAllowed) => isAllowed && setWanted(true))
  }, [])

  useEffect(() => {
    if (!isOpen) return undefined
    let hasLeft = false
    const cameraPromise = openCamera(typeof chosenCamera === 'string' ? chosenCamera : undefined)
    cameraPromise.then(
      (next) => {
        if (hasLeft || !video.current) return
        video.current.srcObject = next.stream
        // `play` rejects only if the user has left the page.
        void video.current.play().catch(() => undefined)
        next.track.addEventListener('ended', () => setWanted(false))
        setOpenedCamera(next)
      },
      (error: unknown) => {
        setWanted(false)
        setFailure(describeCameraError(error))
      },
    )
    return () => {
      hasLeft = true
      setOpenedCamera(undefined)
      setTorch(false)
      cameraPromise
        .then(({ stream }) => stream.getTracks().forEach((track) => track.stop()))
        .catch(() => undefined)
    }
  }, [isOpen, chosenCamera, video])

  useCodeReader(video, openedCamera !== undefined && !isPaused, {
    onText,
    onStop: (reason) => {
      setWanted(false)
      setFailure(reason)
    },
  })

  return {
    state: openedCamera ? 'on' : isOpen ? 'starting' : 'off',
    failure,
    start: () => {
      setFailure('')
      setWanted(true)
    },
    switchCamera:
      openedCamera && openedCamera.cameras.length > 1
        ? () => cameraSetting.save({ camera: getNextCamera(openedCamera) })
        : undefined,
    torch: openedCamera?.hasTorch ? torch : undefined,
    setTorch: (isOn) => {
      // The property is added to the type, because TypeScript's DOM types lack `torch`.
      const torchConstraint: MediaTrackConstraintSet & { torch: boolean } = { torch: isOn }
      void openedCamera?.track.applyConstraints({ advanced: [torchConstraint] }).then(() => setTorch(isOn))
    },
  }
}

interface CodeReaderCallbacks {
  onText: (text: string) => void
  /**
   * Called when the camera is switched off. `reason` is '' if no code was found for a long time. Otherwise it is
   * the reason why codes cannot be detected.
   */
  onStop: (reason: string) => void
}

function useCodeReader(
  video: RefObject<HTMLVideoElement | null>,
  isReading: boolean,
  callbacks: CodeReaderCallbacks,
): void {
  const lastReadCode = useRef({ text: '', at: 0 })
  const handleReadText = useEffectEvent((text: string) => {
    const { current } = lastReadCode
    lastReadCode.current = { text, at: performance.now() }
    if (text !== current.text || performance.now() - current.at >= REPEAT_INTERVAL_MS) callbacks.onText(text)
  })
  const handleStop = useEffectEvent(callbacks.onStop)
  useEffect(() => {
    const { current } = video
    if (!isReading || !current) return undefined
    // After the guard has closed the result of a scan, the code may still be in front of the camera. It must
    // not be reported again.
    lastReadCode.current.at = performance.now()
    const scanController = new AbortController()
    const idleTimer = setTimeout(() => handleStop(''), CAMERA_IDLE_MS)
    loadDetector()
      .then((detector) =>
        detectCodesInVideo(current, detector, (text) => handleReadText(text), scanController.signal),
      )
      .catch(() =>
        handleStop('The scanner could not be loaded. Check the connection and try again, or type the code.'),
      )
    return () => {
      scanController.abort()
      clearTimeout(idleTimer)
    }
  }, [isReading, video])
}

async function isCameraAllowed(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' as PermissionName })
    return state === 'granted'
  } catch {
    // Some browsers cannot query the permission of the camera.
    return false
  }
}

async function openCamera(deviceId: string | undefined): Promise<OpenedCamera> {
  const videoSize = { width: { ideal: 1280 }, height: { ideal: 720 } }
  const cameraConstraint = deviceId === undefined ? { facingMode: 'environment' } : { deviceId }
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { ...videoSize, ...cameraConstraint },
    audio: false,
  })
  const [track] = stream.getVideoTracks()
  if (!track) throw new DOMException('no picture', 'NotFoundError')
  const devices = await navigator.mediaDevices.enumerateDevices()
  return {
    stream,
    track,
    cameras: devices.filter(({ kind }) => kind === 'videoinput'),
    hasTorch: 'torch' in (track.getCapabilities?.() ?? {}),
  }
}

function getNextCamera({ cameras, track }: OpenedCamera): string | undefined {
  const now = cameras.findIndex(({ deviceId }) => deviceId === track.getSettings().deviceId)
  return cameras[(now + 1) % cameras.length]?.deviceId
}

function describeCameraError(error: unknown): string {
  if (!globalThis.isSecureContext) return 'The camera works only at an address with https.'
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return 'The camera is not allowed. Allow it for this site in the settings of the browser.'
  if (name === 'NotReadableError') return 'Another app uses the camera. Close it and try again.'
  return 'This device has no camera that the page can use.'
}

function useIsPageVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/**
 * Side of the scanned square of the picture, in pixels. A code that fills a third of it can be read, and slow
 * phones can scan it fast.
 */
const FRAME_SIDE_PX = 640
/** Minimum pause between two frames, so that the page stays responsive. */
const FRAME_PAUSE_MS = 50

async function detectCodesInVideo(
  video: HTMLVideoElement,
  detector: Detector,
  onText: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const canvas = document.createElement('canvas')
  canvas.width = FRAME_SIDE_PX
  canvas.height = FRAME_SIDE_PX
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const readFrame = async (): Promise<string | undefined> => {
    const { videoWidth: width, videoHeight: height } = video
    const squareSize = Math.min(width, height)
    if (!context || squareSize === 0) return undefined
    context.drawImage(
      video,
      (width - squareSize) / 2,
      (height - squareSize) / 2,
      squareSize,
      squareSize,
      0,
      0,
      FRAME_SIDE_PX,
      FRAME_SIDE_PX,
    )
    const [detectedCode] = await detector.detect(canvas)
    return detectedCode?.rawValue
  }
  while (!signal.aborted) {
    const startMs = performance.now()
    const text = await readFrame().catch(() => undefined)
    if (text && !signal.aborted) onText(text)
    const elapsedMs = performance.now() - startMs
    await new Promise((resolve) => setTimeout(resolve, Math.max(FRAME_PAUSE_MS, elapsedMs / 2)))
  }
}
