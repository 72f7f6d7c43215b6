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
import { useCallback } from 'react'
import { useThemeName } from '#ui/theme/use-theme.ts'
import { type CanvasStyle, getCanvasStyle } from './paint.ts'

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

export type ConfigureChart<Data, Kind extends 'line' | 'doughnut'> = (
  data: Data,
  canvasStyle: CanvasStyle,
) => ChartConfiguration<Kind>

export function defineChart<Data, Kind extends 'line' | 'doughnut'>(
  label: string,
  configure: ConfigureChart<Data, Kind>,
) {
  return function ChartCanvas({ data }: { data: Data }) {
    const draw = useCallback(
      (canvas: HTMLCanvasElement) => {
        const chart = new Chart(canvas, { ...configure(data, getCanvasStyle(canvas)) })
        return () => chart.destroy()
      },
      [data],
    )
    return (
      <div className="chart">
        {/* The key changes with the theme, because a canvas must be drawn again in the new colours. */}
        <canvas key={useThemeName()} ref={draw} role="img" aria-label={label} />
      </div>
    )
  }
}

export function getChartOptions(canvasStyle: CanvasStyle) {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const font = { family: canvasStyle.font, size: 13 }
  return {
    responsive: true,
    maintainAspectRatio: false,
    animation: prefersReducedMotion ? (false as const) : { duration: 320 },
    color: canvasStyle.resolveColour('--ink-muted'),
    font,
    tooltip: {
      backgroundColor: canvasStyle.resolveColour('--ink'),
      titleColor: canvasStyle.resolveColour('--surface'),
      bodyColor: canvasStyle.resolveColour('--surface'),
      titleFont: { ...font, weight: 600 },
      bodyFont: font,
      padding: 10,
      cornerRadius: 8,
      boxPadding: 4,
    },
  }
}
