import type {
  DecisionHours,
  MonthCount,
  PostViews,
  RequestCounts,
} from '@tahanan/contract/dashboard/answers.ts'
import type { GateFigures } from '@tahanan/contract/gate/answers.ts'
import { formatLongDay } from '@tahanan/contract/time.ts'
import { defineChart, getChartOptions, type ConfigureChart } from './chart-canvas.tsx'
import {
  truncateTitle,
  getDrawnYears,
  HOUR_LINES,
  formatMonth,
  MONTH_NAMES,
  formatPercent,
  listSlices,
  LINE_STYLES,
} from './figures.ts'
import type { CanvasStyle } from './paint.ts'

const configureStatusChart: ConfigureChart<RequestCounts, 'doughnut'> = (counts, canvasStyle) => {
  const slices = listSlices(counts)
  const colours = slices.map(({ colour }) => canvasStyle.resolveColour(colour))
  const { tooltip, ...frame } = getChartOptions(canvasStyle)
  return {
    type: 'doughnut',
    data: {
      labels: slices.map(({ name }) => name),
      datasets: [
        {
          data: slices.map(({ count }) => count),
          backgroundColor: colours,
          hoverBackgroundColor: colours,
          borderColor: canvasStyle.resolveColour('--surface'),
          hoverBorderColor: canvasStyle.resolveColour('--surface'),
          borderWidth: 2,
          hoverOffset: 4,
        },
      ],
    },
    options: {
      ...frame,
      cutout: '68%',
      layout: { padding: 4 },
      plugins: {
        tooltip: {
          ...tooltip,
          callbacks: {
            label: ({ dataIndex }) => {
              const { count = 0, share = 0 } = slices[dataIndex] ?? {}
              return ` ${count.toLocaleString('en')} (${formatPercent(share)})`
            },
          },
        },
      },
    },
  }
}

export const StatusChart = defineChart('Doughnut chart of job orders by status', configureStatusChart)

const configureReservationsChart: ConfigureChart<readonly MonthCount[], 'line'> = (counts, canvasStyle) => ({
  type: 'line',
  data: {
    labels: [...MONTH_NAMES],
    // `order` draws the line of the newest year above the others.
    datasets: getDrawnYears(counts).map((year, index) => {
      const { colour, dash, point } = LINE_STYLES[index] ?? LINE_STYLES[0]
      return {
        label: String(year.year),
        data: year.months,
        order: index,
        borderDash: [...dash],
        pointStyle: point,
        ...getLineStyle(canvasStyle, colour),
      }
    }),
  },
  options: getLineOptions(canvasStyle),
})

export const ReservationsChart = defineChart(
  'Line chart of reservations per month, a line for each year',
  configureReservationsChart,
)

const configureViewsChart: ConfigureChart<readonly PostViews[], 'line'> = (posts, canvasStyle) => ({
  type: 'line',
  data: {
    labels: posts.map((_, index) => String(index + 1)),
    datasets: [
      {
        label: 'Views',
        data: posts.map(({ total }) => total),
        fill: 'origin',
        backgroundColor: canvasStyle.resolveColour('--primary-tint'),
        ...getLineStyle(canvasStyle, '--primary'),
      },
    ],
  },
  options: getLineOptions(canvasStyle, (index) => splitIntoLines(truncateTitle(posts[index]?.title ?? ''))),
})

/** The x axis shows only the rank of each post. The list beside the chart shows the titles. */
export const ViewsChart = defineChart(
  'Line chart of the views of the top announcements and events',
  configureViewsChart,
)

const configurePeopleChart: ConfigureChart<GateFigures['days'], 'line'> = (days, canvasStyle) => ({
  type: 'line',
  data: {
    labels: days.map(({ day }) => formatLongDay(day)),
    datasets: [
      {
        label: 'People',
        data: days.map(({ people: count }) => count),
        fill: 'origin',
        backgroundColor: canvasStyle.resolveColour('--primary-tint'),
        ...getLineStyle(canvasStyle, '--primary'),
      },
    ],
  },
  options: getLineOptions(canvasStyle),
})

export const PeopleChart = defineChart('Line chart of the people who came in each day', configurePeopleChart)

const configureHoursChart: ConfigureChart<readonly DecisionHours[], 'line'> = (months, canvasStyle) => ({
  type: 'line',
  data: {
    labels: months.map(formatMonth),
    datasets: HOUR_LINES.map(({ name, key, look }) => ({
      label: name,
      data: months.map((month) => month[key]),
      borderDash: [...look.dash],
      pointStyle: look.point,
      ...getLineStyle(canvasStyle, look.colour),
    })),
  },
  options: getLineOptions(canvasStyle),
})

export const HoursChart = defineChart(
  'Line chart of office hours to the first decision, by month',
  configureHoursChart,
)

function getLineStyle(canvasStyle: CanvasStyle, token: string) {
  const colour = canvasStyle.resolveColour(token)
  return {
    borderColor: colour,
    borderWidth: 2.5,
    // With this interpolation, the curve never goes above or below the counts that it connects.
    cubicInterpolationMode: 'monotone' as const,
    pointRadius: 3.5,
    pointHoverRadius: 5,
    pointBackgroundColor: colour,
    pointBorderColor: colour,
    pointHoverBackgroundColor: colour,
    pointHoverBorderColor: colour,
  }
}

type LineOptions = NonNullable<ReturnType<ConfigureChart<unknown, 'line'>>['options']>

function getLineOptions(canvasStyle: CanvasStyle, getTitleLines?: (index: number) => string[]): LineOptions {
  const { tooltip, ...frame } = getChartOptions(canvasStyle)
  const ticks = {
    color: canvasStyle.resolveColour('--ink-muted'),
    font: { family: canvasStyle.font, size: 12 },
  }
  const line = canvasStyle.resolveColour('--line')
  return {
    ...frame,
    interaction: { mode: 'index', intersect: false },
    scales: {
      x: { ticks: { ...ticks, maxRotation: 0 }, grid: { display: false }, border: { color: line } },
      y: {
        ticks: { ...ticks, precision: 0, maxTicksLimit: 6 },
        grid: { color: line },
        border: { display: false },
        beginAtZero: true,
      },
    },
    plugins: {
      tooltip: {
        ...tooltip,
        callbacks: {
          label: ({ dataset, parsed }) => ` ${dataset.label}: ${(parsed.y ?? 0).toLocaleString('en')}`,
          ...(getTitleLines && { title: ([item]) => getTitleLines(item?.dataIndex ?? 0) }),
        },
      },
    },
  }
}

const MAX_LINE_LENGTH = 34

/** Splits a title into lines, because tooltips of the chart library do not wrap text. */
function splitIntoLines(title: string): string[] {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const lastLine = lines.at(-1)
    if (lastLine !== undefined && lastLine.length + word.length < MAX_LINE_LENGTH)
      lines[lines.length - 1] = `${lastLine} ${word}`
    else lines.push(word)
  }
  return lines
}
