import './signals.css'
import { createPersistentStore } from '#lib/persistent-store.ts'
import type { Verdict } from '@tahanan/contract/gate/judge-pass.ts'
import type { WalkInState } from '@tahanan/contract/gate/labels-and-codes.ts'

export type Signal = 'enter' | 'leave' | 'attention' | 'no'

export const VERDICT_SIGNALS: Readonly<Record<Verdict, Signal>> = {
  mayEnter: 'enter',
  mayLeave: 'leave',
  tooEarly: 'attention',
  tooLate: 'no',
  inside: 'attention',
  ended: 'no',
  unknown: 'no',
  askOffice: 'attention',
}

export const WALK_IN_SIGNALS: Readonly<Partial<Record<WalkInState, Signal>>> = {
  allowed: 'enter',
  denied: 'no',
  call: 'attention',
}

interface Tones {
  hertz: readonly number[]
  vibrationMs: readonly number[]
}

const SIGNAL_TONES: Readonly<Record<Signal, Tones>> = {
  enter: { hertz: [660, 990], vibrationMs: [80] },
  leave: { hertz: [990, 660], vibrationMs: [80] },
  attention: { hertz: [520, 520, 520], vibrationMs: [120, 80, 120, 80, 120] },
  no: { hertz: [200, 150], vibrationMs: [400] },
}
const TONE_SECONDS = 0.14

export const gateSound = createPersistentStore('GATE_SOUND')

let audio: AudioContext | undefined

/**
 * Plays the sound of a scan result. Plays nothing before the user has touched the page, because browsers
 * block it.
 */
export function playSignal(signal: Signal): void {
  if (gateSound.get().isMuted === true) return
  const { hertz, vibrationMs } = SIGNAL_TONES[signal]
  navigator.vibrate?.([...vibrationMs])
  audio ??= new AudioContext()
  void audio.resume()
  for (const [index, frequency] of hertz.entries()) playTone(audio, frequency, index * TONE_SECONDS)
}

function playTone(context: AudioContext, frequency: number, delaySeconds: number): void {
  const toneStart = context.currentTime + delaySeconds
  const toneEnd = toneStart + TONE_SECONDS
  const tone = new OscillatorNode(context, { frequency, type: frequency < 300 ? 'square' : 'sine' })
  const volume = new GainNode(context, { gain: 0 })
  // The tone is faded in and out. Otherwise it would start and end with a click.
  volume.gain.setValueAtTime(0, toneStart)
  volume.gain.linearRampToValueAtTime(0.4, toneStart + 0.01)
  volume.gain.linearRampToValueAtTime(0, toneEnd)
  tone.connect(volume).connect(context.destination)
  tone.start(toneStart)
  tone.stop(toneEnd)
}
