import './gate-status.css'
import './verdict/signals.css'
import { Clock, CloudUpload, HardDrive, ListChecks, TriangleAlert, Wifi, WifiOff } from 'lucide-react'
import { formatTime } from '#lib/time.ts'
import { Button } from '#ui/controls/button.tsx'
import { useGate } from './store/gate-state.ts'
import { markContradictionAsRead } from './store/this-device.ts'

export function GateStatus() {
  const { online, listAt, queued, clockOff, stopped, isFull, contradictions } = useGate()
  const Signal = online ? Wifi : WifiOff
  return (
    <>
      <div className={`gate-status signal ${online ? '' : 'attention'}`} role="status">
        <span>
          <Signal className="small" /> {online ? 'Online' : 'Offline'}
        </span>
        {listAt !== null && (
          <span>
            <ListChecks className="small" /> List of {formatTime(listAt)}
          </span>
        )}
        {queued > 0 && (
          <span>
            <CloudUpload className="small" /> {queued} {queued === 1 ? 'entry waits' : 'entries wait'} to be
            sent
          </span>
        )}
        {!online && listAt === null && <span>This device keeps no list. Connect to scan.</span>}
      </div>
      {clockOff !== null && (
        <p className="callout" role="alert">
          <Clock />
          <span>
            The clock of this device is {Math.round(Math.abs(clockOff) / 60_000)} minutes{' '}
            {clockOff > 0 ? 'fast' : 'slow'}. The page goes by the server's time. Please set the clock.
          </span>
        </p>
      )}
      {stopped && (
        <p className="callout" role="alert">
          <TriangleAlert />
          <span>Entries cannot be sent: {stopped}</span>
        </p>
      )}
      {isFull && (
        <p className="callout" role="alert">
          <HardDrive />
          <span>
            The storage of this device is full, so entries need a connection. Free some space, then load the
            page again.
          </span>
        </p>
      )}
      {contradictions.map(({ key, name, message }) => (
        <div className="callout" role="alert" key={key}>
          <TriangleAlert />
          <span>
            <b>{name}</b>: {message}
          </span>
          <Button onClick={() => void markContradictionAsRead(key)}>OK</Button>
        </div>
      ))}
    </>
  )
}
