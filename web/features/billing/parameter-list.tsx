import type { ReturnParameters } from './return-parameters.ts'

export function ParameterList({ entries }: { entries: ReturnParameters['entries'] }) {
  if (entries.length === 0) return <p>The payment page sent no details.</p>
  return (
    <dl className="facts said">
      {entries.map(([name, value], index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the names come from a URL and may repeat
        <div key={index} className="wide">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
