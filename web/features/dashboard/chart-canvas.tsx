import {
  ArcElement,
  CategoryScale,
  Chart,
  type ChartConfiguration,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { useThemeName } from '../../ui/theme/use-theme.ts'
import { type Paint, paintOf } from './paint.ts'

Chart.register(
  ArcElement,
  CategoryScale,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

/** Makes the configuration of one kind of chart for its figures. */
export type Configure<Data, Kind extends 'line' | 'doughnut'> = (
  data: Data,
  paint: Paint,
) => ChartConfiguration<Kind>

interface ChartCanvasProps<Data, Kind extends 'line' | 'doughnut'> {
  /** Text alternative of the picture; the figures stand in the table behind it. */
  label: string
  data: Data
  /** Stable between draws. */
  configure: Configure<Data, Kind>
}

/** One chart, in the colours of the theme. */
export function ChartCanvas<Data, Kind extends 'line' | 'doughnut'>(props: ChartCanvasProps<Data, Kind>) {
  // a canvas keeps the colours that it was drawn with
  return <Drawn key={useThemeName()} {...props} />
}

function Drawn<Data, Kind extends 'line' | 'doughnut'>(props: ChartCanvasProps<Data, Kind>) {
  const { label, data, configure } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current) return undefined
    const chart = new Chart(canvas.current, { ...configure(data, paintOf(canvas.current)) })
    return () => chart.destroy()
  }, [data, configure])
  return (
    <div className="chart">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}

/** Options that all charts share: they fill their box, move only where motion is wanted, and use our font. */
export function chartFrame(paint: Paint) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  const font = { family: paint.font, size: 13 }
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: still ? (false as const) : { duration: 320 },
    color: paint.of('--ink-muted'),
    font,
    tooltip: {
      backgroundColor: paint.of('--ink'),
      titleColor: paint.of('--surface'),
      bodyColor: paint.of('--surface'),
      titleFont: { ...font, weight: 600 },
      bodyFont: font,
      padding: 10,
      cornerRadius: 8,
      boxPadding: 4,
    },
  }
}
