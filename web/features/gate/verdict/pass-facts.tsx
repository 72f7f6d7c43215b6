import { WifiOff } from 'lucide-react'
import type { GatePass } from '@tahanan/contract/gate/answers.ts'
import { tick } from '../store/gate-store.ts'
import { formatHours, describeInside, listWorkers } from './verdict-words.ts'

interface PassFactsProps {
  pass: GatePass
  /** It was judged by this device's list. */
  isOffline: boolean
  onChange: (pass: GatePass) => void
  /** Places of the ticked workers in the list. */
  places: readonly number[]
  onPlaces: (places: readonly number[]) => void
}

export function PassFacts({ pass, isOffline, onChange, places, onPlaces }: PassFactsProps) {
  const { kind, number, name, purpose, unitNumber, clientName, items, ticked } = pass
  const workers = listWorkers(pass)
  return (
    <div className="facts-of-pass">
      <h3>{name}</h3>
      <p className="unit">
        <b>{unitNumber}</b> {clientName}
      </p>
      {purpose && <p>{purpose}</p>}
      <p>
        <b>{describeInside(pass)}</b>
      </p>
      <p>{formatHours(pass)}</p>
      <p className="quiet">
        {kind} {number}
      </p>
      {isOffline && (
        <p className="quiet row">
          <WifiOff /> Judged by this device
        </p>
      )}
      {items.length > 0 && (
        <fieldset>
          <legend>Items</legend>
          {items.map(({ name: item, quantity }, place) => (
            <label key={`${place} ${item}`} className="ringed">
              <input
                type="checkbox"
                className="check"
                checked={ticked.includes(item)}
                onChange={() => onChange(tick(pass, item))}
              />
              <span>{item}</span>
              <b className="num">× {quantity}</b>
            </label>
          ))}
        </fieldset>
      )}
      {workers.length > 0 && (
        <fieldset>
          <legend>Workers</legend>
          {workers.map(({ name: worker, isInside }, place) => (
            <label key={`${place} ${worker}`} className="ringed">
              <input
                type="checkbox"
                className="check"
                checked={places.includes(place)}
                onChange={({ target }) =>
                  onPlaces(target.checked ? [...places, place] : places.filter((other) => other !== place))
                }
              />
              <span>{worker}</span>
              {isInside && <b>Inside</b>}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  )
}
