/** Finds the selectors in PromQL expressions. */
import { parser } from '@prometheus-io/lezer-promql';

type Node = ReturnType<typeof parser.parse>['topNode'];

export interface Asked {
  /** The series of a selector, and the labels that it matches or that the aggregations around it keep. */
  readonly series: string;
  readonly labels: readonly string[];
}

/** Returns the selectors of an expression. Throws if it is not valid PromQL. */
export function selectorsIn(expression: string): Asked[] {
  const found: Asked[] = [];
  const visit = (node: Node, around: readonly string[]): void => {
    if (node.type.isError) throw new Error(`no PromQL after “${expression.slice(0, node.from)}”`);
    const by =
      node.name === 'AggregateExpr' ? [...around, ...labelsIn(node.getChild('AggregateModifier'))] : around;
    if (node.name === 'VectorSelector')
      found.push({
        series: textOf(node.getChild('Identifier')),
        labels: [...by, ...labelsIn(node.getChild('LabelMatchers'))],
      });
    for (let child = node.firstChild; child !== null; child = child.nextSibling) visit(child, by);
  };
  const textOf = (node: Node | null): string => (node ? expression.slice(node.from, node.to) : '');
  const labelsIn = (node: Node | null): string[] => {
    if (node === null) return [];
    if (node.name === 'LabelName') return [textOf(node)];
    const labels: string[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling)
      labels.push(...labelsIn(child));
    return labels;
  };
  visit(parser.parse(expression).topNode, []);
  return found;
}
