// The peer to which bench/operator compares GPULease's operator; see README.md.
package main

import (
	"os"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	gpulease "gpulease.dev/bench/controller-runtime/api/gpulease/v1alpha1"
	kubevirt "gpulease.dev/bench/controller-runtime/api/kubevirt/v1"
)

const defaultWorkers = 16

func main() {
	ctrl.SetLogger(zap.New())
	if err := run(); err != nil {
		ctrl.Log.Error(err, "The peer ended")
		os.Exit(1)
	}
}

func run() error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return err
	}
	config.UserAgent = "controller-runtime-peer"
	// The API server's priority and fairness limits the requests, as for our operator.
	config.QPS = -1
	mgr, err := ctrl.NewManager(config, options())
	if err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	reconciler := &workloadReconciler{
		Client:   mgr.GetClient(),
		recorder: mgr.GetEventRecorder("gpulease.dev/operator"),
		placer:   newPlacer(),
	}
	if err := reconciler.setup(mgr, workers()); err != nil {
		return err
	}
	return mgr.Start(ctrl.SetupSignalHandler())
}

func options() ctrl.Options {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(gpulease.AddToScheme(scheme))
	utilruntime.Must(kubevirt.AddToScheme(scheme))
	return ctrl.Options{
		Scheme: scheme,
		Cache:  cacheOptions(),
		// A reconcile never reads state older than our own last write.
		Client:                        client.Options{Cache: &client.CacheOptions{EnableReadYourWritesConsistency: ptr.To(true)}},
		Metrics:                       metricsserver.Options{BindAddress: "127.0.0.1:" + os.Getenv("METRICS_PORT")},
		HealthProbeBindAddress:        "127.0.0.1:" + os.Getenv("HEALTH_PORT"),
		LeaderElection:                true,
		LeaderElectionID:              "gpulease-operator",
		LeaderElectionNamespace:       "gpulease-system",
		LeaderElectionReleaseOnCancel: true,
	}
}

// cacheOptions limits the caches to our objects, without fields that only the API server reads.
func cacheOptions() cache.Options {
	ofTenant := cache.ByObject{Label: having(tenantLabel)}
	ofWorkload := cache.ByObject{Label: having(workloadLabel)}
	return cache.Options{
		DefaultTransform:             cache.TransformStripManagedFields(),
		DefaultUnsafeDisableDeepCopy: ptr.To(true),
		ByObject: map[client.Object]cache.ByObject{
			&corev1.Service{}:                  ofTenant,
			&networkingv1.NetworkPolicy{}:      ofTenant,
			&kubevirt.VirtualMachine{}:         ofWorkload,
			&kubevirt.VirtualMachineInstance{}: ofWorkload,
		},
	}
}

func having(label string) labels.Selector {
	selector, err := labels.Parse(label)
	utilruntime.Must(err)
	return selector
}

// workers returns the number of concurrent reconciles.
func workers() int {
	if count, err := strconv.Atoi(os.Getenv("WORKLOAD_WORKERS")); err == nil {
		return count
	}
	return defaultWorkers
}
