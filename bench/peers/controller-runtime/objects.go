package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"
	networkingv1ac "k8s.io/client-go/applyconfigurations/networking/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	gpulease "gpulease.dev/bench/controller-runtime/api/gpulease/v1alpha1"
)

const (
	workloadLabel = "gpulease.dev/workload"
	tenantLabel   = "gpulease.dev/tenant"
	sshPortName   = "ssh"
	sshPort       = 22
)

var leadingDigit = regexp.MustCompile(`^\d`)

// childName returns the name of all objects of a workload.
func childName(workload *gpulease.Workload) string {
	label := strings.ReplaceAll(workload.Name, ".", "-")
	if leadingDigit.MatchString(label) {
		label = "w-" + label
	}
	if len(label) > 54 {
		label = strings.TrimRight(label[:54], "-")
	}
	digest := sha256.Sum256([]byte(workload.UID))
	return label + "-" + hex.EncodeToString(digest[:4])
}

func macAddress(workload *gpulease.Workload) string {
	digest := sha256.Sum256([]byte(workload.UID))
	return fmt.Sprintf("02:%02x:%02x:%02x:%02x:%02x", digest[0], digest[1], digest[2], digest[3], digest[4])
}

func labelsOf(workload *gpulease.Workload) map[string]string {
	return map[string]string{
		workloadLabel: workload.Name,
		tenantLabel:   strings.TrimPrefix(workload.Namespace, "u-"),
	}
}

func ownerOf(workload *gpulease.Workload) *metav1ac.OwnerReferenceApplyConfiguration {
	return metav1ac.OwnerReference().
		WithAPIVersion(gpulease.GroupVersion.String()).WithKind("Workload").
		WithName(workload.Name).WithUID(workload.UID).
		WithController(true).WithBlockOwnerDeletion(true)
}

func service(s *scope) runtime.ApplyConfiguration {
	ports := []*corev1ac.ServicePortApplyConfiguration{corev1ac.ServicePort().
		WithName(sshPortName).WithProtocol(corev1.ProtocolTCP).
		WithPort(sshPort).WithTargetPort(intstr.FromInt32(sshPort))}
	for _, port := range s.workload.Spec.Ports {
		name := port.Name
		if name == "" {
			name = fmt.Sprintf("%s-%d", strings.ToLower(port.Protocol), port.Port)
		}
		ports = append(ports, corev1ac.ServicePort().
			WithName(name).WithProtocol(corev1.Protocol(port.Protocol)).
			WithPort(port.Port).WithTargetPort(intstr.FromInt32(port.TargetPort)))
	}
	return corev1ac.Service(s.child, s.workload.Namespace).
		WithLabels(labelsOf(s.workload)).WithOwnerReferences(ownerOf(s.workload)).
		WithSpec(corev1ac.ServiceSpec().
			WithType(corev1.ServiceType(s.region.Spec.Exposure.Type)).
			WithSelector(map[string]string{workloadLabel: s.workload.Name}).
			WithPublishNotReadyAddresses(true).
			WithPorts(ports...))
}

func networkPolicy(s *scope) runtime.ApplyConfiguration {
	ports := []*networkingv1ac.NetworkPolicyPortApplyConfiguration{networkingv1ac.NetworkPolicyPort().
		WithProtocol(corev1.ProtocolTCP).WithPort(intstr.FromInt32(sshPort))}
	for _, port := range s.workload.Spec.Ports {
		ports = append(ports, networkingv1ac.NetworkPolicyPort().
			WithProtocol(corev1.Protocol(port.Protocol)).WithPort(intstr.FromInt32(port.TargetPort)))
	}
	return networkingv1ac.NetworkPolicy(s.child, s.workload.Namespace).
		WithLabels(labelsOf(s.workload)).WithOwnerReferences(ownerOf(s.workload)).
		WithSpec(networkingv1ac.NetworkPolicySpec().
			WithPodSelector(metav1ac.LabelSelector().
				WithMatchLabels(map[string]string{workloadLabel: s.workload.Name})).
			WithPolicyTypes(networkingv1.PolicyTypeIngress).
			WithIngress(networkingv1ac.NetworkPolicyIngressRule().WithPorts(ports...)))
}

func secret(s *scope) runtime.ApplyConfiguration {
	return corev1ac.Secret(s.child, s.workload.Namespace).
		WithLabels(labelsOf(s.workload)).WithOwnerReferences(ownerOf(s.workload)).
		WithType(corev1.SecretTypeOpaque).WithData(map[string][]byte{"userdata": []byte(userData(s))})
}

type object = map[string]any

// virtualMachine is built as JSON: KubeVirt's Go types serialize empty fields, which an apply would then own.
func virtualMachine(s *scope) runtime.ApplyConfiguration {
	resources := s.workload.Status.Resources
	limits := object{"cpu": fmt.Sprint(resources.CPU), "memory": resources.Memory}
	labels := object{}
	for name, value := range labelsOf(s.workload) {
		labels[name] = value
	}
	spec := object{
		"architecture":                  s.image.Spec.Architecture,
		"affinity":                      onNode(s.coreNode()),
		"evictionStrategy":              "External",
		"terminationGracePeriodSeconds": int64(30),
		"hostname":                      s.child,
		"domain": object{
			"cpu": object{
				"cores": resources.CPU, "sockets": int64(1), "threads": int64(1), "maxSockets": int64(1),
				"model": "host-passthrough",
			},
			"memory":    object{"guest": resources.Memory, "maxGuest": resources.Memory},
			"resources": object{"requests": limits, "limits": limits},
			"devices":   devices(s),
		},
		"networks": []any{object{"name": "default", "pod": object{}}},
		"readinessProbe": object{
			"tcpSocket": object{"port": int64(sshPort)}, "periodSeconds": int64(10), "timeoutSeconds": int64(3),
			"failureThreshold": int64(3),
		},
		"volumes": []any{
			object{"name": "root", "dataVolume": object{"name": s.child + "-root"}},
			object{"name": "cloud-init", "cloudInitNoCloud": object{"secretRef": object{"name": s.child}}},
		},
	}
	owner := object{
		"apiVersion": gpulease.GroupVersion.String(), "kind": "Workload", "name": s.workload.Name,
		"uid": string(s.workload.UID), "controller": true, "blockOwnerDeletion": true,
	}
	return client.ApplyConfigurationFromUnstructured(&unstructured.Unstructured{Object: object{
		"apiVersion": "kubevirt.io/v1",
		"kind":       "VirtualMachine",
		"metadata": object{
			"name": s.child, "namespace": s.workload.Namespace, "labels": labels, "ownerReferences": []any{owner},
			"annotations": object{
				"gpulease.dev/os-type": s.image.Spec.OSType,
				"gpulease.dev/secret":  digestOf(userData(s)),
			},
		},
		"spec": object{
			"runStrategy":         "RerunOnFailure",
			"dataVolumeTemplates": []any{rootDisk(s, labels)},
			"template":            object{"metadata": object{"labels": labels}, "spec": spec},
		},
	}})
}

func rootDisk(s *scope, labels object) object {
	return object{
		"metadata": object{"name": s.child + "-root", "labels": labels},
		"spec": object{
			"sourceRef": object{"kind": "DataSource", "namespace": "gpulease-images", "name": s.image.Name},
			"storage":   object{"resources": object{"requests": object{"storage": s.workload.Spec.RootDiskSize}}},
		},
	}
}

func onNode(node string) object {
	term := object{"matchFields": []any{
		object{"key": "metadata.name", "operator": "In", "values": []any{node}},
	}}
	return object{"nodeAffinity": object{
		"requiredDuringSchedulingIgnoredDuringExecution": object{"nodeSelectorTerms": []any{term}},
	}}
}

func devices(s *scope) object {
	all := object{
		"logSerialConsole": false,
		"disks": []any{
			object{"name": "root", "bootOrder": int64(1), "disk": object{"bus": "virtio"}},
			object{"name": "cloud-init", "disk": object{"bus": "virtio"}},
		},
		"interfaces": []any{object{
			"name": "default", "masquerade": object{}, "macAddress": macAddress(s.workload), "model": "virtio",
		}},
	}
	if gpu := s.workload.Status.Resources.GPU; gpu != nil {
		gpus := []any{}
		for index := range gpu.Count {
			gpus = append(gpus, object{"name": fmt.Sprintf("gpu-%d", index), "deviceName": gpu.DeviceName})
		}
		all["gpus"] = gpus
	}
	return all
}

func userData(s *scope) string {
	lines := []string{"#cloud-config", fmt.Sprintf("hostname: %q", s.child)}
	if user := s.image.Spec.DefaultUser; user != "" {
		lines = append(lines, fmt.Sprintf("user: %q", user))
	}
	lines = append(lines,
		"ssh_pwauth: false", fmt.Sprintf("disable_root: %t", s.image.Spec.DefaultUser != "root"), "ssh_authorized_keys:")
	for _, key := range s.authorizedKeys() {
		lines = append(lines, fmt.Sprintf("  - %q", key))
	}
	return strings.Join(lines, "\n") + "\n"
}

func digestOf(data string) string {
	digest := sha256.Sum256([]byte(data))
	return hex.EncodeToString(digest[:])[:16]
}
