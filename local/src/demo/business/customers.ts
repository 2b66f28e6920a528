import { DAY_MS } from '@gpulease/contract/durations';
import type { Person } from '../people.ts';

/** Days since the first customer registered. */
const LONGEST_DAYS = 100;

/** How a customer uses the platform. */
export type Habit = 'LAB' | 'PRODUCT' | 'RESEARCH' | 'STUDIO' | 'STUDENT';

export interface Customer {
  readonly username: string;
  readonly habit: Habit;
}

const usernames: Readonly<Record<Habit, readonly string[]>> = {
  LAB: ['pku-nlp-lab', 'tsinghua-vision', 'zju-robotics', 'sjtu-speech'],
  PRODUCT: [
    'demo',
    'linghua-ai',
    'xingtu-search',
    'beacon-health',
    'cloudpaint',
    'yuyin-tech',
    'readwise-cn',
  ],
  RESEARCH: ['liwei', 'zhang-min', 'wangfang', 'chen-jie', 'sun-hao', 'alice-chen', 'david-kim'],
  STUDIO: ['moyu-studio', 'north-render', 'huahai-vfx', 'pixelforge', 'lanting-film'],
  STUDENT: ['xiaoming', 'zhou-yu', 'wu-lei', 'he-qian', 'luo-tian', 'max-weber', 'priya-s'],
};

/** All customers of the demo; new users sign in as `demo`. */
export const customers: readonly Customer[] = Object.entries(usernames).flatMap(([habit, names]) =>
  names.map((username) => ({ username, habit: habit as Habit })),
);

/** Returns the customers as people who registered in the months before `today`, `demo` first; all share its password. */
export function customersAsPeople(demo: Person, today: Date): Person[] {
  const daysAgo = (days: number) => new Date(today.getTime() - days * DAY_MS).toISOString();
  const others = customers
    .filter(({ username }) => username !== demo.username)
    .map(({ username }, index) => ({
      username,
      password: demo.password,
      // A range without real phone numbers.
      phone: `1390000${String(index).padStart(4, '0')}`,
      registeredAt: daysAgo(LONGEST_DAYS - index / 4),
    }));
  return [{ ...demo, registeredAt: daysAgo(LONGEST_DAYS) }, ...others];
}
