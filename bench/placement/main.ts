/** Measures placement in memory and prints a table; `make bench` does so too, besides all the rest. */
import { describeMachine, printTable } from '../report.ts';
import { measurePlacement } from './measure.ts';

printTable(describeMachine(), measurePlacement());
