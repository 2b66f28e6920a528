{{/*
Ingress of a component's pods: port http is open to all if `public`, health and metrics only to the peers in the values.
The kubelet's probes are always allowed. egress.yaml has the rules for egress.
*/}}
{{- define "gpulease.network-policy" -}}
{{- $metricsFrom := .root.Values.networkPolicies.metricsFrom }}
{{- if .root.Values.networkPolicies.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: gpulease-{{ .component }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "gpulease.labels" .root | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "gpulease.selector" . | nindent 6 }}
  policyTypes: [Ingress]
  {{- if or .public $metricsFrom }}
  ingress:
    {{- if .public }}
    - ports: [{ port: http }]
    {{- end }}
    {{- with $metricsFrom }}
    - from:
        {{- toYaml . | nindent 8 }}
      ports: [{ port: ops }]
    {{- end }}
  {{- end }}
{{- end }}
{{- end }}
