import './camera-view.css'
import { Camera, CameraOff, Flashlight, FlashlightOff, SwitchCamera } from 'lucide-react'
import { useRef } from 'react'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { useCamera } from './use-camera.ts'

interface CameraViewProps {
  isPaused: boolean
  onText: (text: string) => void
}

export function CameraView({ isPaused, onText }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { state, failure, start, switchCamera, torch, setTorch } = useCamera(video, { isPaused, onText })
  return (
    <div className={`camera ${state}`}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the live picture has no sound */}
      <video ref={video} muted playsInline aria-label="Picture of the camera" />
      {state === 'off' ? (
        <div className="off">
          {failure !== '' && (
            <p role="alert">
              <CameraOff />
              <span>{failure} You can type the code, or search.</span>
            </p>
          )}
          <Button kind="primary" icon={Camera} onClick={start}>
            {failure === '' ? 'Start the camera' : 'Try again'}
          </Button>
        </div>
      ) : (
        <p className="aim" role="status">
          {state === 'starting' ? 'Starting the camera…' : 'Hold the code inside the frame'}
        </p>
      )}
      <div className="acts">
        {torch !== undefined && (
          <IconButton
            icon={torch ? FlashlightOff : Flashlight}
            label={torch ? 'Lamp off' : 'Lamp on'}
            onClick={() => setTorch(!torch)}
          />
        )}
        {switchCamera && <IconButton icon={SwitchCamera} label="Other camera" onClick={switchCamera} />}
      </div>
    </div>
  )
}
